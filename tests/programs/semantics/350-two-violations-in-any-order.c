// EXPECT: error
// INPUTS: 3
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int small(int x) { if (x > 2) reach_error(); return x; }
int main(void) {
  int x = __VERIFIER_nondet_int();
  return small(x) + small(x - 1);
}
