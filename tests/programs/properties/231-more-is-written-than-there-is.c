// EXPECT(LP64): false by flow:cmc cpu=20
// EXPECT(ILP32): false by flow:cmc cpu=20
// PROPERTY: memory-safety
#include <stdio.h>
int main(void) {
  short data[4] = {0};
  unsigned n = __VERIFIER_nondet_uint();
  if (n < 6)
    fwrite(data + 1, sizeof *data, n, stdout);
  return 0;
}
