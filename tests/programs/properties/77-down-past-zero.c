// EXPECT: false by flow:termination
// PROPERTY: termination
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  for (unsigned int i = 10; i >= 0; i--)
    ;
  return 0;
}
