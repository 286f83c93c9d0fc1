// EXPECT: true
// ARGS: --flow bmc
//
// Bubble sort of seven unknown numbers. All loops are bounded, so unwinding them is a proof: one question about one
// merged formula. There are 5040 paths to follow one by one, no invariant is at hand, and k-induction must count the
// visits of three loops before its base case has seen everything.

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int a[7];
  for (int i = 0; i < 7; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 6; i > 0; i--)
    for (int j = 0; j < i; j++)
      if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
  for (int i = 0; i < 6; i++)
    if (a[i] > a[i + 1]) reach_error();
  return 0;
}
