// EXPECT: witnessed true by horn
// A token goes round in a register of 12 bits, and a copy of the register lags a step. That one bit is set is known of
// each bit, and of no number.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned short token = 1, before = 0;
  _Bool begun = 0;
  while (1) {
    if (begun && (token & before)) reach_error();
    if (__VERIFIER_nondet_int()) {
      before = token;
      token = (unsigned short)((token << 1 | token >> 11) & 0xFFF);
      begun = 1;
    }
  }
}
