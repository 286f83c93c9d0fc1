// EXPECT: true by kinduction
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), root = __VERIFIER_nondet_int();
  long long up = (long long)2 * root + 1, down = 1, rest = (long long)root * root - n;
  while (1) {
    if (4 * (n + rest) != up * up - down * down - 2 * up + 2 * down) reach_error();
    if (rest == 0) break;
    while (1) {
      if (4 * (n + rest) != up * up - down * down - 2 * up + 2 * down) reach_error();
      if (rest <= 0) break;
      rest -= down;
      down += 2;
    }
    while (1) {
      if (4 * (n + rest) != up * up - down * down - 2 * up + 2 * down) reach_error();
      if (rest >= 0) break;
      rest += up;
      up += 2;
    }
  }
  if ((long long)4 * n != up * up - down * down - 2 * up + 2 * down) reach_error();
  return 0;
}
