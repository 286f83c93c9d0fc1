// EXPECT: true by kinduction
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
void narrow(int n) {
  int low = 0, high = n;
  while (__VERIFIER_nondet_int()) {
    while (low < high && __VERIFIER_nondet_int()) low++;
    if (low < high) high--;
  }
  if (low > n) reach_error();
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (__VERIFIER_nondet_int() != 42424242 || n < 1 || n > 1000) return 0;
  narrow(n);
  return 0;
}
