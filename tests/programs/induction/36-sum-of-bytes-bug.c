// EXPECT: false by bmc; any by kinduction

// One less is not enough.
extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char length = __VERIFIER_nondet_uchar() % 4;
  unsigned sum = 0;
  for (unsigned i = 0; i < length; i++) sum += __VERIFIER_nondet_uchar();
  if (sum > 3 * 255 - 1) reach_error();
  return 0;
}
