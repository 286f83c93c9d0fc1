// EXPECT: true by flow:cmc, flow:kinduction assuming nothing
// PROPERTY: no-overflow
extern signed char __VERIFIER_nondet_schar(void);
int main(void) {
  signed char c = __VERIFIER_nondet_schar();
  c++;
  c += 100;
  return c;
}
