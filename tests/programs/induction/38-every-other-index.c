// EXPECT: true by kinduction

// How many were counted depends on the parity of the index: equations under a condition.
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int pairs = __VERIFIER_nondet_int(), even = 0, i;
  if (pairs < 0 || pairs > 1000000) return 0;
  for (i = 0; i < 2 * pairs; i++)
    if (i % 2 == 0) even++;
  if (even != pairs) reach_error();
  return 0;
}
