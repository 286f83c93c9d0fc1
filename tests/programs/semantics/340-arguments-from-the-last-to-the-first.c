// EXPECT: returns 34
// INPUTS: 1 2 3 4
extern int __VERIFIER_nondet_int(void); extern void unused(int, int);
int digits(int tens, int ones) { return 10 * tens + ones; }
int main(void) {
  int first = digits(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
  int (*pointer)(int, int) = digits;
  int second = pointer(__VERIFIER_nondet_int(), __VERIFIER_nondet_int());
  return first == 21 ? second - 9 : 0; }
