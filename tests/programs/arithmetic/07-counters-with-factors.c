// EXPECT: true by predicate arithmetic=each, impact arithmetic=each
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 0, y = 0;
  while (__VERIFIER_nondet_int() && x < 100000) {
    x += 1;
    y += 7;
  }
  if (y != 7 * x) reach_error();
  return 0;
}
