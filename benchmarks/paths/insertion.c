// EXPECT: true
// 11,520 paths: every order of six numbers, and sixteen ways to tell of the sorted ones.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[6], told = 0;
  for (int i = 0; i < 6; i++) {
    int key = __VERIFIER_nondet_int(), j = i;
    while (j > 0) {
      if (a[j - 1] <= key) {
        break;
      }
      a[j] = a[j - 1];
      j--;
    }
    a[j] = key;
  }
  for (int i = 0; i < 4; i++) {
    if (__VERIFIER_nondet_int() < 0) {
      told++;
    }
  }
  if (a[0] > a[5] || told > 4) {
    reach_error();
  }
  return 0;
}
