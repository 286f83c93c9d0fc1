// EXPECT: false by bmc, value, cmc
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern int fork(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 2) fork();
  if (x == 3) reach_error();
  return 0;
}
