// EXPECT: true
// Sorts six numbers; 720 paths.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[6];
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
  if (a[0] > a[5]) {
    reach_error();
  }
  return 0;
}
