// EXPECT: true by kinduction
extern int __VERIFIER_nondet_int(void); extern void abort(void); extern void reach_error(void);
int main(void) {
  int a[100000], b[100000], i, j;
  for (i = 0; i < 100000; i++) a[i] = i;
  for (i = 0, j = 99999; i < 100000; i++, j--) b[j] = a[i];
  for (i = 0; i < 100000; i++) if (b[i] != 99999 - i) reach_error();
  return 0;
}
