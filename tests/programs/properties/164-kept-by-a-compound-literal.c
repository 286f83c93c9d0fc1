// EXPECT: unknown by flow:value because no pointer is left
// PROPERTY: memory-safety
#include <stdlib.h>
char **pair = (char *[]){0, 0};
int main(void) {
  pair[1] = malloc(1);
}
