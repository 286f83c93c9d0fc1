// EXPECT: false by horn
// The lock opens after eight right digits, each of which is told by the ones before.
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
int main(void) {
  unsigned char right = 0, wanted = 5;
  while (1) {
    unsigned char digit = __VERIFIER_nondet_uchar();
    if (digit == wanted) {
      right++;
      wanted = (unsigned char)(wanted * 7 + right);
    } else {
      right = 0;
      wanted = 5;
    }
    if (right == 8) reach_error();
  }
}
