// EXPECT: false by bmc last=30
// The last element is not the one that was moved away.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int more_even(const int *x, int n) {
  long long found = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] % 2 == 0) found++;
    else found--;
  }
  return found;
}
int main(void) {
  int x[30];
  for (int i = 0; i < 30; i++) x[i] = __VERIFIER_nondet_int();
  int before = more_even(x, 30), first = x[0];
  for (int i = 0; i < 29; i++) x[i] = x[i + 1];
  x[29] = first + 1;
  if (more_even(x, 30) != before) reach_error();
  return 0;
}
