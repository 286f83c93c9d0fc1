// EXPECT: true by flow:termination
// PROPERTY: termination
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint(), bits = 0;
  while (x) {
    x &= x - 1;
    bits++;
  }
  return bits;
}
