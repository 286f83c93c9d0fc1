// EXPECT: false by value states=3000, symbolic; any by refined states=3000
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned sum = 0, previous = 0;
  for (int i = 0; i < 3; i++) {
    unsigned x = __VERIFIER_nondet_uint();
    if (x <= previous || x > 1000) return 0;
    sum = sum * 7 + x;
    previous = x;
  }
  if (sum == 12345) reach_error();
  return 0;
}
