// EXPECT: false
// ARGS: --flow default
//
// Fig. 3 of "Proving Safety with Trace Automata and Bounded Model Checking" (Kroening, Lewis,
// Weissenbacher, 2015), the "deep" bug: Fig. 2 with N = 10^6. The violation is reached after
// exactly a million iterations.

extern void reach_error(void);

int main(void) {
  unsigned int N = 1000000;
  unsigned int x = N, y = 0;
  while (x > 0) {
    x = x - 1;
    y = y + 1;
  }
  if (!(y != N)) {
    reach_error();
  }
  return 0;
}
