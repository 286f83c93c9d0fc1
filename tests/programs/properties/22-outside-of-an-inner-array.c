// EXPECT: false by flow:cmc, flow:bmc because at line 6: read of 1 element past
// PROPERTY: undefined-behaviour
int a[3][4];
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int i = __VERIFIER_nondet_int(); return i >= 0 && i < 12 ? a[0][i] : 0;
}
