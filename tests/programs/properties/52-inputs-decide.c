// EXPECT: false by flow:termination
// PROPERTY: termination
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x)
    x = __VERIFIER_nondet_int();
  return 0;
}
