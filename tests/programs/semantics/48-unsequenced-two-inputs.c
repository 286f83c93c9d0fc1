// EXPECT: returns 0
// INPUTS: 7 7
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int() - __VERIFIER_nondet_int();
  return x;
}
