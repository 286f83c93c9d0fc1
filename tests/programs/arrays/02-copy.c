// EXPECT: true by kinduction
extern int __VERIFIER_nondet_int(void); extern void abort(void); extern void reach_error(void);
int main(void) {
  int a[100000], b[100000], i, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000) abort();
  for (i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++) b[i] = a[i];
  for (i = 0; i < n; i++) if (a[i] != b[i]) reach_error();
  return 0;
}
