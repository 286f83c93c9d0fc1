// EXPECT: false by predicate arithmetic=each, impact arithmetic=each
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) {
    int y = -x;
    if (y < 0) reach_error();
  }
  return 0;
}
