// EXPECT: false
// ARGS: --flow accelerate
//
// Sixty-four bits: with a deep bug.

extern void reach_error(void);

int main(void) {
  unsigned long long z = 0, k = 0;
  while (z < 7000000ULL) {
    z = z + 7;
    k = k + 1;
  }
  if (k == 1000000) {
    reach_error();
  }
  return 0;
}
