// BMC: true | VALUE: unknown | CMC: true
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  switch (__VERIFIER_nondet_int() & 1) {
    case 2: __asm__("cli");
    case 0: break;
    case 3: reach_error();
  }
  return 0;
}
