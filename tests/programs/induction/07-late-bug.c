// EXPECT: false by kinduction
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned i = 0, hit = __VERIFIER_nondet_uint() & 15;
  while (i < 20) { if (i == hit && i == 9) reach_error(); i++; }
  return 0;
}
