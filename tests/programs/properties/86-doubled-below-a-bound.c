// EXPECT: true by flow:termination
// PROPERTY: termination
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint(), i = 1;
  if (n > 1000000000)
    return 0;
  while (i < n)
    i *= 2;
  return 0;
}
