// EXPECT: true by impact
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  double weight = 0.5;
  while (__VERIFIER_nondet_int()) {
    weight = weight / 2 + 0.25;
    if (weight > 1.0) reach_error();
  }
  return 0;
}
