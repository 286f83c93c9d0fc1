// EXPECT: false
// ARGS: --flow accelerate
//
// A signed counter that goes down past zero: with a deep bug.

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x < 0) {
    return 0;
  }
  while (x > 0) {
    x = x - 2;
    y = y + 1;
  }
  if (x == -1 && y == 501) {
    reach_error();
  }
  return 0;
}
