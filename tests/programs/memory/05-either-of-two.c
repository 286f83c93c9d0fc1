// EXPECT: true by bmc, value, cmc
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int a, b;
int main(void) {
  int *p = &b;
  if (__VERIFIER_nondet_int()) p = &a;
  *p = 3;
  if (a + b != 3) reach_error();
  return 0;
}
