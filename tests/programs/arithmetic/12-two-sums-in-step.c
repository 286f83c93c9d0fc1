// EXPECT: true by predicate arithmetic=each, impact arithmetic=each
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned long long x = 0, y = 0, z = 1;
  while (__VERIFIER_nondet_int()) {
    x += 37;
    y += 113;
    z += 2;
    if (113 * x != 37 * y) reach_error();
  }
  return z > 1;
}
