// EXPECT: true
// ARGS: --flow accelerate
//
// An input in each iteration says whether there is another one.

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned int x = 0;
  while (x < 100000 && __VERIFIER_nondet_int() != 0) {
    x = x + 2;
  }
  if (x % 2 != 0 || x > 100000) {
    reach_error();
  }
  return 0;
}
