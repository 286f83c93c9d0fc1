// EXPECT: true by kinduction
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), quotient = 0, rest = a;
  if (b == 0) return 0;
  while (rest >= b) { rest -= b; quotient++; }
  if (quotient * b + rest != a) reach_error();
  return 0;
}
