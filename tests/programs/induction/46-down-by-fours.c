// EXPECT: true by kinduction
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 100000002, n = 0;
  while (x > 0) {
    if (x > 70000002) x -= 1;
    else if (x > 2) x -= 4;
    else { if (x != 2) reach_error(); break; }
    n = __VERIFIER_nondet_int();
  }
  return 0;
}
