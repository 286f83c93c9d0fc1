// EXPECT: false by flow:cmc cpu=20
// PROPERTY: memory-safety
#include <stdlib.h>
struct pair {
  int first, second;
};
int main(void) {
  unsigned long n = __VERIFIER_nondet_uint();
  if (n > 3)
    return 0;
  struct pair *pairs = calloc(3, sizeof *pairs);
  if (!pairs)
    return 0;
  pairs[n - 1].second += 1;
  free(pairs);
  return 0;
}
