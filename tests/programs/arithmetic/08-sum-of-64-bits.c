// EXPECT: true by predicate arithmetic=each, impact arithmetic=each
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i;
  unsigned long long sum = 0;
  for (i = 0; i < n; i++) sum += 3;
  if (sum != 3ULL * i) reach_error();
  return 0;
}
