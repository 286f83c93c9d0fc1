// EXPECT: false by bmc; false by flow:greybox
// An execution gives values of the types that the names say, too: no other one is taken for a violation.
extern void reach_error(void);

int main(void) {
  int s = __VERIFIER_nondet_short();
  int b = __VERIFIER_nondet_bool();
  if (s > 32767 || s < -32768 || b > 1 || b < 0) reach_error();
  if (s == -5 && b) reach_error();
  return 0;
}
