// EXPECT: stops
// INPUTS: 7
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  long long wide = (1LL << 32) + __VERIFIER_nondet_int();
  unsigned char bit = 1;
  __VERIFIER_assume(wide);
  __VERIFIER_assume(1.5);
  __VERIFIER_assume(bit);
  __VERIFIER_assume(-2.5 - bit);
  __VERIFIER_assume(wide - 7);
  reach_error();
  return 0;
}
