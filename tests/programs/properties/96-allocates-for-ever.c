// EXPECT: unknown by flow:termination cpu=10
// PROPERTY: termination
#include <stdlib.h>
int main(void) {
  while (1) {
    char *p = malloc(1);
    if (!p)
      return 1;
    free(p);
  }
}
