// EXPECT: false by predicate, impact
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0, y = 0;
  while (x < n) { x++; y += 2; if (y == 8 && x == 4) n = 0; }
  if (y == 8) reach_error();
  return 0;
}
