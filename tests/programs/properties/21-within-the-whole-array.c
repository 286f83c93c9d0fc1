// EXPECT: true by flow:cmc, flow:kinduction assuming nothing
// PROPERTY: valid-deref
int a[3][4];
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int();
  return i >= 0 && i < 12 ? a[0][i] : 0;
}
