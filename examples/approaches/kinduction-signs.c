// EXPECT: true
// ARGS: --flow kinduction
//
// Samples are added and subtracted in turns to a number that older ones leave at the top; the last four are kept, in
// halves. A state machine whose registers agree four steps after any state; the invariant relates all of them.

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned phase = 0, sum = 0, low1 = 0, low2 = 0, low3 = 0, low4 = 0, high1 = 0, high2 = 0, high3 = 0, high4 = 0;
  while (1) {
    unsigned sample = __VERIFIER_nondet_uint();
    low4 = low3;
    low3 = low2;
    low2 = low1;
    low1 = sample & 0xFFFF;
    high4 = high3;
    high3 = high2;
    high2 = high1;
    high1 = sample >> 16;
    unsigned one = low1 | high1 << 16, two = low2 | high2 << 16;
    unsigned three = low3 | high3 << 16, four = low4 | high4 << 16, again;
    if (phase == 0) {
      phase = 1;
      sum = (sum << 8) + sample;
      again = one - (two << 8) + (three << 16) - (four << 24);
    } else {
      phase = 0;
      sum = (sum << 8) - sample;
      again = (two << 8) - one - (three << 16) + (four << 24);
    }
    if (sum >> 24 != again >> 24) reach_error();
  }
}
