// EXPECT: true by kinduction
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
unsigned twice(unsigned a) {
  unsigned s = 0;
  for (unsigned i = 0; i < a; i++) s += 2;
  return s;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), total = 0;
  while (__VERIFIER_nondet_uint()) total += twice(n);
  if (total % 2) reach_error();
  return 0;
}
