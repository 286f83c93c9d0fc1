// EXPECT: unknown by flow:bmc cpu=10
// PROPERTY: undefined-behaviour
// The variable is never read, since the same character is read again.
#include <stdio.h>
int main(void) {
  int u;
  int c = getchar();
  if (c == EOF) return 0;
  ungetc(c, stdin);
  int d = getchar();
  if (c != d) return u + 1;
  return 0;
}
