// 16,384 paths: fourteen decisions that have nothing to do with each other.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned credit = 0;
  for (unsigned i = 0; i < 14; i++) {
    if (__VERIFIER_nondet_uint() & 1) {
      credit += 2;
    } else {
      credit += 4;
    }
  }
  if (credit % 2 == 1) {
    reach_error();
  }
  return 0;
}
