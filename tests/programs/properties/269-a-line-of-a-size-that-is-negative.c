// EXPECT: true by flow:default
// PROPERTY: no-overflow
#include <stdio.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char b[8];
  int n = __VERIFIER_nondet_int();
  if (n > 8) return 0;
  fgets(b, n, stdin);
  return 0;
}
