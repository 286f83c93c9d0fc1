// EXPECT: true by kinduction
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = n, y = 0;
  while (x > 0) { x--; y++; }
  if (y != n) reach_error();
  return 0;
}
