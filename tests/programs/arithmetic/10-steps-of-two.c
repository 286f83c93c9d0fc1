// EXPECT: true by predicate arithmetic=each, impact arithmetic=each
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 0, y = 10;
  while (__VERIFIER_nondet_int()) {
    x += 2;
    y -= 2;
    if (x + y != 10) reach_error();
  }
  return 0;
}
