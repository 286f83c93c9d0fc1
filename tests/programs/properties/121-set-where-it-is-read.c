// EXPECT: true by flow:cmc, flow:kinduction
// PROPERTY: undefined-behaviour
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x, c = __VERIFIER_nondet_int();
  if (c)
    x = 1;
  return c ? x : 0;
}
