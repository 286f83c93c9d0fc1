// EXPECT: true by predicate arithmetic=each, impact arithmetic=each
extern void reach_error(void);
extern long long __VERIFIER_nondet_longlong(void);

int main(void) {
  long long a = __VERIFIER_nondet_longlong(), b = __VERIFIER_nondet_longlong();
  long long first = 5 * a + 3 * b, second = 2 * a - 3 * b;
  if (first + second != 7 * a) reach_error();
  return 0;
}
