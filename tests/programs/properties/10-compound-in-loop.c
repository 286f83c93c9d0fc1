// EXPECT: false by flow:cmc, flow:bmc because at line 7: signed arithmetic with a result
// PROPERTY: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int s = 1;
  for (int i = 0; i < 40; i++)
    s *= 2;
  return s;
}
