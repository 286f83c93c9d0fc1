// EXPECT: true by flow:termination
// PROPERTY: termination
extern void __VERIFIER_assume(int);
int main(void) {
  while (1)
    __VERIFIER_assume(0);
}
