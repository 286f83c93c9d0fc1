// EXPECT: true by kinduction
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, sum = 0;
  while (i < n) { i++; sum += i; }
  if (2 * sum != i * (i + 1)) reach_error();
  return 0;
}
