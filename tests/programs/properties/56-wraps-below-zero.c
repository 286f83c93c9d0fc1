// EXPECT: true by flow:termination
// PROPERTY: termination
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > 0)
    x++;
  return 0;
}
