// EXPECT: true by flow:default
// PROPERTY: no-overflow
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), r;
  unsigned long long c = __VERIFIER_nondet_ulonglong(), s;
  _Bool one = __builtin_mul_overflow(a, b, &r), other = __builtin_mul_overflow(c, c, &s);
  return one + other + __builtin_sub_overflow(a, b, &r);
}
