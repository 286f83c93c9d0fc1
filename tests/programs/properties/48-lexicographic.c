// EXPECT: true by flow:termination
// PROPERTY: termination
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  while (x > 0 && y > 0) {
    if (__VERIFIER_nondet_uint() & 1) {
      x--;
      y = __VERIFIER_nondet_uint();
    } else {
      y--;
    }
  }
  return 0;
}
