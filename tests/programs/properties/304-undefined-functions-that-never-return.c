// EXPECT: true by flow:default
// PROPERTY: unreach-call
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
__attribute__((noreturn)) void die(void), stop(void);
void (last)(void) __attribute__((noreturn));
extern void stöp(void) __attribute__((noreturn));
int main(void) {
  switch (__VERIFIER_nondet_int()) {
    case 1: stop();
    case 2: last();
    case 3: stöp();
    default: die();
  }
  reach_error();
  return 0;
}
