// EXPECT: true by predicate arithmetic=each, impact arithmetic=each
// As unsigned numbers, those below zero are the greatest.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  unsigned u = (unsigned)x;
  if ((u > 2147483647u) != (x < 0)) reach_error();
  if (u + 1u == 0u && x != -1) reach_error();
  return 0;
}
