// EXPECT: true
// ARGS: --flow value
//
// A table of squares is filled and looked through: numbers for explicit values. In the other half a buffer is filled
// and emptied without end; between its bounds lies one inequality.
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  if (__VERIFIER_nondet_int()) {
    unsigned int squares[200], sum = 0;
    for (unsigned int i = 0; i < 200; i++) {
      squares[i] = i * i;
    }
    for (unsigned int i = 0; i < 200; i++) {
      sum += squares[i] ^ i;
    }
    if (sum % 2 != 0) {
      reach_error();
    }
  } else {
    unsigned int room = __VERIFIER_nondet_uint() % 1000;
    unsigned int used = 0;
    while (__VERIFIER_nondet_int()) {
      if (__VERIFIER_nondet_int()) {
        if (used < room) {
          used++;
        }
      } else if (used > 0) {
        used--;
      }
    }
    if (used > room) {
      reach_error();
    }
  }
  return 0;
}
