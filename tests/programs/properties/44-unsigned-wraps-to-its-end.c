// EXPECT: true by flow:termination
// PROPERTY: termination
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  while (i != n)
    i++;
  return 0;
}
