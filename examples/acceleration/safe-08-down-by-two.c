// EXPECT: true
// ARGS: --flow accelerate
//
// A signed counter that goes down past zero.

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) {
    return 0;
  }
  while (x > 0) {
    x = x - 2;
  }
  if (x != 0 && x != -1) {
    reach_error();
  }
  return 0;
}
