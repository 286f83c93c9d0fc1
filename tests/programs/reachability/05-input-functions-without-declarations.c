// EXPECT: true by bmc, symbolic
// They give an int (C90), and their names say of which narrower type it is a value.
extern void reach_error(void);

int main(void) {
  int s = __VERIFIER_nondet_short();
  int b = __VERIFIER_nondet_bool();
  if (s > 32767 || s < -32768 || b > 1 || b < 0) reach_error();
  return 0;
}
