// EXPECT: true by flow:termination
// PROPERTY: termination
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  for (;;) {
    if (__VERIFIER_nondet_int())
      break;
    exit(1);
  }
  return 0;
}
