// EXPECT: true
// ARGS: --flow kinduction
//
// A difference in which samples leave at the top, and the last three samples, even and odd bits apart. Only the highest
// byte is compared. It is inductive over several steps, whereas an invariant has to relate all bits of all registers.

extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned mean = 0, even1 = 0, even2 = 0, even3 = 0, odd1 = 0, odd2 = 0, odd3 = 0;
  while (1) {
    unsigned sample = __VERIFIER_nondet_uint();
    mean = (mean << 12) - sample;
    even3 = even2;
    even2 = even1;
    even1 = sample & 0x55555555;
    odd3 = odd2;
    odd2 = odd1;
    odd1 = sample & 0xAAAAAAAA;
    unsigned again = -(even1 + odd1) - ((even2 + odd2) << 12) - ((even3 + odd3) << 24);
    if ((mean ^ again) & 0xFF000000) reach_error();
  }
}
