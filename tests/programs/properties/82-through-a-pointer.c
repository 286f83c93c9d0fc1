// EXPECT: true by flow:termination
// PROPERTY: termination
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), *p = &x;
  while (*p > 0)
    (*p)--;
  return 0;
}
