// EXPECT: unknown by flow:value because an output format that reads texts in such a way
// PROPERTY: valid-deref
#include <stdio.h>
int main(void) {
  printf("%2$s\n", 1);
}
