// EXPECT: unknown by flow:bmc cpu=10
// PROPERTY: assertions
// The variable is written before it is read, and the library gives the same character again: there is no violation.
#include <assert.h>
#include <stdio.h>
int main(void) {
  int c;
  for (int i = 0; i < 1; i++) {
    c = getchar();
    if (c == EOF) return 0;
    ungetc(c, stdin);
  }
  assert(c == getchar());
  return 0;
}
