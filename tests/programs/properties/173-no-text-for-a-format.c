// EXPECT: unknown by flow:value because a number in the place of a text
// PROPERTY: valid-deref
#include <stdio.h>
int main(void) {
  printf("%d %s\n", 1, 5);
}
