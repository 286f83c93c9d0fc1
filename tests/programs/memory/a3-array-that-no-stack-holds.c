// EXPECT: true by bmc assuming allocation of more memory on the stack than it has; any by value, cmc
extern void reach_error(void); extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  int a[n];
  a[0] = 1;
  if (n > 0xffffffffUL) reach_error();
  return 0;
}
