// EXPECT: true by kinduction

// A sum of numbers below a hundred, of which there are at most a hundred, does not wrap.
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n < 0 || n > 100) return 0;
  for (int i = 0; i < n; i++) sum += i;
  if (sum < 0) reach_error();
  return 0;
}
