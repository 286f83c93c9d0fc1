// EXPECT: true by kinduction
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned n = (unsigned)__VERIFIER_nondet_int(), root = 0, square = 1, odd = 1;
  for (;;) {
    if (odd != 2 * root + 1 || square != (root + 1) * (root + 1)) reach_error();
    if (square > n) return 0;
    root++;
    odd += 2;
    square += odd;
  }
}
