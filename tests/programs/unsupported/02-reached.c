// BMC: unknown | VALUE: unknown | CMC: unknown
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 2) __asm__("cli");
  return 0;
}
