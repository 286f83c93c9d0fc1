// EXPECT: true
// ARGS: --flow cmc
//
// absPow, after Fig. 2 of "FRed: Conditional Model Checking via Reducers and Folders" (Beyer,
// Jakobs, 2020): the smallest power of two that is at least |N|, for N != 0. It is never 0.
//
// The paper's variables are integers without bounds. Here they have 64 bits and the input
// has 32, so that nothing overflows and the two agree, also for N = -2147483648.
// For N = 0 the paper says nothing; here the value is 1.

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

long long absPow(long long N) {
  long long p;
  if (N != 0) {
    if (N < 0) {
      N = -N;
    }
    p = 1;
    while (p < N) {
      p = 2 * p;
    }
  } else {
    p = 1;
  }
  return p;
}

int main(void) {
  long long N = __VERIFIER_nondet_int();
  if (absPow(N) == 0) {
    reach_error();
  }
  return 0;
}
