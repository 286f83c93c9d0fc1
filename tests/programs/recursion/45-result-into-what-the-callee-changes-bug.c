// EXPECT: false by horn, bmc
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int g;
static int f(int n) {
  if (n > 0) f(n - 1);
  g = 7;
  return 3;
}
int main(void) {
  g = f(__VERIFIER_nondet_uchar() & 3);
  if (g == 3) reach_error();
  return 0;
}
