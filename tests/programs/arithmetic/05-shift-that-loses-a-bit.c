// EXPECT: false by predicate arithmetic=each, impact arithmetic=each
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), twice = x << 1;
  if (twice / 2 != x && twice > 6) reach_error();
  return 0;
}
