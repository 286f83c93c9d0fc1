// EXPECT: false by flow:value because at line 7 in the call of free
// PROPERTY: valid-free
#include <stdlib.h>
int main(void) {
  void (*end)(void *) = free;
  char *object = malloc(2);
  end(object), end(object);
}
