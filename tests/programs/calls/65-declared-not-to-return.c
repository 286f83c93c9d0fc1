// EXPECT: stops
// INPUTS: 1
// GCC: no
// ASSUMES: the undefined function note returns anything and changes nothing; the undefined function die ends the program as exit does; the undefined function leave ends the program as exit does; the undefined function bye ends the program as exit does; the undefined function lost ends the program as exit does
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
/* void note(int) __attribute__((noreturn)); */
void note(int), die(int) __attribute__((cold)) __attribute__((__noreturn__, nothrow)); // __attribute__((noreturn)) note
__attribute__((unused)) __attribute__((noreturn)) extern int leave(int, void (*)(int)) __attribute__((cold));
_Noreturn void bye(void);
extern void __attribute__((noreturn)) lost(void);
void (*other(void (*stop)(int) __attribute__((noreturn))))(int);
int main(void) {
  int x = __VERIFIER_nondet_int();
  note(x);
  switch (x) {
    case 1: die(3);
    case 2: x = leave(4, die); break;
    case 3: bye();
    default: lost();
  }
  reach_error();
  return 0;
}
