// EXPECT: true
// ARGS: --flow kinduction
//
// A sum in which samples leave at the top, and the four last samples, in halves, from which the top is computed again.
// Whatever the state was, four steps later both have seen the same: k-induction needs nothing more. Halves do not
// determine what the sum was before, so interpolants would have to eliminate unknown samples from sums.

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

unsigned joined(unsigned low, unsigned high) { return low | high << 16; }

int main(void) {
  unsigned sum = 0, low1 = 0, low2 = 0, low3 = 0, low4 = 0, high1 = 0, high2 = 0, high3 = 0, high4 = 0;
  while (1) {
    unsigned sample = __VERIFIER_nondet_uint();
    sum = (sum << 8) + sample;
    low4 = low3;
    low3 = low2;
    low2 = low1;
    low1 = sample & 0xFFFF;
    high4 = high3;
    high3 = high2;
    high2 = high1;
    high1 = sample >> 16;
    unsigned again = joined(low1, high1) + (joined(low2, high2) << 8) +
                     (joined(low3, high3) << 16) + (joined(low4, high4) << 24);
    if (sum >> 24 != again >> 24) reach_error();
  }
}
