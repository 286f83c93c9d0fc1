// EXPECT: true by flow:termination
// PROPERTY: termination
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  int state = 0;
  unsigned int x = __VERIFIER_nondet_uint();
  while (x > 0) {
    if (state == 0) {
      state = 1;
    } else if (state == 1) {
      state = 2;
    } else {
      state = 0;
      x--;
    }
  }
  return 0;
}
