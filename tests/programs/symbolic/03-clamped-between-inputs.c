// EXPECT: unknown by value states=3000; true by symbolic; any by refined states=3000
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int clamp(int x, int low, int high) {
  if (x < low) return low;
  return x > high ? high : x;
}

int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int(), sum = 0;
  if (low < -100 || low > high || high > 100) return 0;
  for (int i = 0; i < 2; i++) sum += clamp(__VERIFIER_nondet_int(), low, high);
  if (sum < 2 * low || sum > 2 * high) reach_error();
  return 0;
}
