// EXPECT: false by bmc
extern int __VERIFIER_nondet_int(void); extern void abort(void); extern void reach_error(void);
int main(void) {
  int a[100000], i = __VERIFIER_nondet_int();
  for (int j = 0; j < 4; j++) a[j] = 0;
  if (i < 0 || i >= 100000) abort();
  if (a[i] == 1234567) reach_error();
  return 0;
}
