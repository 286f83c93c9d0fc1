// EXPECT: unknown by kinduction
// y is below x only until x wraps around; no proof may be found.
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned x = 1, y = 0;
  while (__VERIFIER_nondet_int()) { x++; y = x - 1; if (y >= x) reach_error(); }
  return 0;
}
