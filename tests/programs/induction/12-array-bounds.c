// EXPECT: true by kinduction
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int a[100];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 100) n = 100;
  for (unsigned i = 0; i < n; i++) a[i] = 1;
  for (unsigned i = 0; i < n; i++) if (i >= 100) reach_error();
  return 0;
}
