// EXPECT: undefined
// INPUTS: 4751297606875873280
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int i = __VERIFIER_nondet_double(); // 2^33
  return 0;
}
