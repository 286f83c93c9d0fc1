// EXPECT: false by bmc; any by kinduction
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned whole = __VERIFIER_nondet_uint(), step = 3, quotient = 0, rest = whole;
  while (rest >= step) step *= 2;
  while (step != 1) {
    if (quotient * step + rest != whole) reach_error();
    quotient *= 2;
    step /= 2;
    if (rest >= step) { quotient++; rest -= step; }
  }
  if (quotient * step + rest != whole) reach_error();
  return 0;
}
