// EXPECT: true by kinduction
extern void reach_error(void); extern short __VERIFIER_nondet_short(void);
int main(void) {
  short last = __VERIFIER_nondet_short();
  long long n = 0, cube = 0, first = 1, second = 6;
  while (1) {
    if (cube != n * n * n || first != 3 * n * n + 3 * n + 1 || second != 6 * (n + 1)) reach_error();
    if (n > last) break;
    cube += first;
    first += second;
    second += 6;
    n++;
  }
  if (last >= 0 && 6 * last * cube - cube * second + 12 * cube != 0) reach_error();
  return 0;
}
