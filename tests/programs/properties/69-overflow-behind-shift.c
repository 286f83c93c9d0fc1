// EXPECT: unknown by flow:cmc
// PROPERTY: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_int(), m = 1u << n;
  int x = __VERIFIER_nondet_int();
  return n > 40 ? x + 1 : (int)m;
}
