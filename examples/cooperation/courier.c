// EXPECT: true
/* Either a protocol runs for as long as its peer likes, or a block of bytes is summed in two ways. The protocol has few
   states and no last step: explicit values close it, and unwinding does not. That the sums agree is a matter of bits,
   with as many inputs as bytes: SAT solving proves it, and explicit values, predicates and intervals do not. */

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

enum { IDLE, OPENING, OPEN, CLOSING };

static void protocol(void) {
  int state = IDLE, sessions = 0;
  while (__VERIFIER_nondet_int()) {
    switch (state) {
      case IDLE: state = OPENING; break;
      case OPENING: state = OPEN; sessions++; break;
      case OPEN: if (__VERIFIER_nondet_int()) state = CLOSING; break;
      case CLOSING: state = IDLE; sessions--; break;
    }
    if (sessions != (state == OPEN || state == CLOSING)) reach_error();
  }
}

static void checksum(void) {
  unsigned char block[24];
  unsigned sum = 0, other = 0;
  for (int i = 0; i < 24; i++) {
    block[i] = __VERIFIER_nondet_uchar();
    sum += block[i];
  }
  for (int i = 0; i < 24; i++) other = (other ^ block[i]) + 2 * (other & block[i]);
  if (sum != other) reach_error();
}

int main(void) {
  if (__VERIFIER_nondet_int()) protocol();
  else checksum();
  return 0;
}
