// 10,080 paths: every order of seven numbers, each sorted upwards or downwards.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[7], up = __VERIFIER_nondet_int();
  for (int i = 0; i < 7; i++) {
    a[i] = __VERIFIER_nondet_int();
    int key = a[i], j = i;
    while (j > 0) {
      if (a[j - 1] <= key) {
        break;
      }
      a[j] = a[j - 1];
      j--;
    }
    a[j] = key;
  }
  if (up) {
    for (int i = 0; i < 6; i++) {
      if (a[i] > a[i + 1]) {
        reach_error();
      }
    }
  } else if (a[0] > a[6]) {
    reach_error();
  }
  return 0;
}
