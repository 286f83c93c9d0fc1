// EXPECT: unknown by flow:value because no pointer is left
// PROPERTY: memory-safety
#include <stdlib.h>
static void descend(int depth) {
  char *own = malloc(1);
  if (depth == 0) exit(0);
  descend(depth - 1);
  free(own);
}
int main(void) {
  descend(2);
}
