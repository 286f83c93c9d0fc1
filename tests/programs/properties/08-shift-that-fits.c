// EXPECT: true by flow:cmc, flow:kinduction assuming nothing
// PROPERTY: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0 || x > 30) return 0;
  return 1 << x;
}
