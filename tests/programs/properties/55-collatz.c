// EXPECT: unknown by flow:termination cpu=10 because no ranking function
// PROPERTY: termination
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  while (n > 1)
    n = n % 2 ? 3 * n + 1 : n / 2;
  return 0;
}
