// EXPECT: true by kinduction
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned last = __VERIFIER_nondet_uint(), at = 0, odd = 0, even = 0;
  if (last > 50000000) return 0;
  while (at < last) {
    at += 3;
    if (at % 2) odd += 3;
    else even += 3;
    if (at / 2 > odd || even > odd) reach_error();
  }
  return 0;
}
