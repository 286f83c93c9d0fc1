// EXPECT: true by flow:termination cpu=10
// PROPERTY: termination
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > 5) {
    int y = x;
    while (y > 0)
      y -= 2;
    x = x - 1;
  }
  return 0;
}
