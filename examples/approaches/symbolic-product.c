// EXPECT: true
// ARGS: --flow symbolic
//
// Seven times an unknown number is multiplied by three or by five, and the factor is kept beside it. On one path the
// factor is a number and the check is trivial; on all paths together it is a multiplication of two unknowns.

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

unsigned product, factor = 1;
void multiply(void) {
  if (__VERIFIER_nondet_int()) {
    product *= 3;
    factor *= 3;
  } else {
    product *= 5;
    factor *= 5;
  }
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  product = x;
  multiply(); multiply(); multiply(); multiply();
  multiply(); multiply(); multiply();
  if (product != x * factor) reach_error();
  return 0;
}
