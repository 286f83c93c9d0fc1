// EXPECT: false by kinduction
// The chain covers all but one remainder, and in that case nothing is counted.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 1000, seen = 0, a = 0, b = 0, c = 0;
  while (seen < n) {
    if (seen % 4 == 0) a++;
    else if (seen % 4 == 1) b++;
    else if (seen % 4 == 2) c++;
    seen++;
  }
  if (n > 3 && a + b + c == seen) return 0;
  if (n > 3) reach_error();
  return 0;
}
