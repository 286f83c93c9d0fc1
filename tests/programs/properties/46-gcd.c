// EXPECT: true by flow:termination
// PROPERTY: termination
extern unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  unsigned short a = __VERIFIER_nondet_ushort(), b = __VERIFIER_nondet_ushort();
  while (b) {
    unsigned short rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}
