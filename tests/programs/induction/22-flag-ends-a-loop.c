// EXPECT: true by kinduction; unknown by bmc
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned going = 1, rounds = 0;
  while (going == 1) {
    if (__VERIFIER_nondet_int()) {
      going = 0;
    }
    rounds++;
  }
  if (going != 0) {
    reach_error();
  }
  return 0;
}
