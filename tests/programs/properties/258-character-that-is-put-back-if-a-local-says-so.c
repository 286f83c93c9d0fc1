// EXPECT: unknown by flow:bmc cpu=10
// PROPERTY: assertions
#include <assert.h>
#include <stdio.h>
int main(void) {
  int c, u[3];
  if (u[0] == 7) {
    c = getchar();
    if (c == EOF) return 0;
    ungetc(c, stdin);
    int d = getchar();
    assert(c == d);
  }
  return 0;
}
