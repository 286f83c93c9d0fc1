// EXPECT: true by flow:termination
// PROPERTY: termination
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint();
  while (x)
    x <<= 1;
  return 0;
}
