// PREDICATE: true | IMPACT: true
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int mode = 0;
  while (__VERIFIER_nondet_int()) {
    if (mode == 3) { __asm__ volatile ("nop" : "=r"(mode)); }
    if (mode > 2) reach_error();
    mode = mode == 0 ? 2 : 0;
  }
  return 0;
}
