// EXPECT: unknown by flow:termination because undefined behaviour at line 7
// PROPERTY: termination
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[10], i = 0, n = __VERIFIER_nondet_int();
  while (i < n) {
    a[i] = 0;
    i++;
  }
  return 0;
}
