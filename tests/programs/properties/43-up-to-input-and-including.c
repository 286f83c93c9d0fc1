// EXPECT: false by flow:termination cpu=10 because it goes on like this
// PROPERTY: termination
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i <= n; i++)
    ;
  return 0;
}
