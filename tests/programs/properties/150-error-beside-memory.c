// EXPECT: false by flow:kinduction
// PROPERTY: assertions,valid-deref
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *calloc(unsigned long, unsigned long);
int main(void) {
  int *p = calloc(4, sizeof(int));
  p[0] = __VERIFIER_nondet_int();
  if (p[0] == 123456) reach_error();
  return 0;
}
