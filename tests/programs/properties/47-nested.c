// EXPECT: true by flow:termination cpu=90
// PROPERTY: termination
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  for (unsigned int i = 0; i < n; i++)
    for (unsigned int j = 0; j < n; j++)
      ;
  return 0;
}
