// EXPECT: true by flow:cmc, flow:kinduction
// PROPERTY: no-overflow
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < n && i < 1000; i++)
    s += 2;
  return s;
}
