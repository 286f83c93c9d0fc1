// EXPECT: unknown by flow:termination cpu=10
// PROPERTY: termination
#include <stdlib.h>
int main(void) {
  while (rand() != 3)
    ;
  return 0;
}
