// EXPECT: true by kinduction
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int base = __VERIFIER_nondet_int(), most = __VERIFIER_nondet_int();
  if (base < 1) return 0;
  unsigned long long sum = 1, power = (unsigned long long)base;
  for (int i = 1; i < most; i++) {
    sum = sum * base + 1;
    power *= base;
  }
  if (sum * (base - 1) + 1 != power) reach_error();
  return 0;
}
