// EXPECT: true
// 13,122 paths: eight events of three kinds, of a machine in one of two modes whose counters stay in balance.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int open = 0, closed = 0, failed = 0, strict = 0;
  if (__VERIFIER_nondet_int()) {
    strict = 1;
  }
  for (int i = 0; i < 8; i++) {
    int event = __VERIFIER_nondet_int();
    if (event > 100) {
      open++;
    } else if (event < -100) {
      closed++;
    } else {
      failed++;
    }
  }
  if (open + closed + failed != 8 || strict > 1) {
    reach_error();
  }
  return 0;
}
