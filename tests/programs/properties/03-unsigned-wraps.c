// EXPECT: true by flow:cmc, flow:kinduction assuming nothing
// PROPERTY: no-overflow
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  x = x * x + 1 - 2;
  return x << 31 >> 31;
}
