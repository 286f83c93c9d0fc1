// EXPECT: unknown by bmc, value, cmc
extern int __VERIFIER_nondet_int(void); extern int fork(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 2) fork();
  return 0;
}
