// EXPECT: any by kinduction last=4; any by bmc last=8
extern int __VERIFIER_nondet_int(void); extern void abort(void); extern void reach_error(void);
int main(void) {
  int a[100000], i, least;
  for (i = 0; i < 100000; i++) a[i] = __VERIFIER_nondet_int();
  least = a[0];
  for (i = 1; i < 99999; i++) if (a[i] < least) least = a[i];
  for (i = 0; i < 100000; i++) if (a[i] < least) reach_error();
  return 0;
}
