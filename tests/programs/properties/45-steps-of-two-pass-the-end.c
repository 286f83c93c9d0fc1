// EXPECT: false by flow:termination cpu=12 because it goes on like this
// PROPERTY: termination
extern unsigned int __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint(), i = 0;
  while (i != n)
    i += 2;
  return 0;
}
