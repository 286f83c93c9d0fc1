// EXPECT: false by flow:cmc, flow:bmc because reach_error
// PROPERTY: assertions,no-overflow
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 3) reach_error();
  return 0;
}
