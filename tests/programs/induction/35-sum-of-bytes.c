// EXPECT: true by kinduction

// So many bytes sum up to at most 255 times as much.
extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char length = __VERIFIER_nondet_uchar();
  unsigned sum = 0;
  for (unsigned i = 0; i < length; i++) sum += __VERIFIER_nondet_uchar();
  if (sum > 255 * 255) reach_error();
  return 0;
}
