// EXPECT: false by flow:termination because its state is that where the cycle begins
// PROPERTY: termination
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = x / 3;
  while (y == 41152263 && x % 3 == 1)
    ;
  return 0;
}
