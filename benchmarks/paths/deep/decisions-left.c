// EXPECT: false
// Twelve decisions, and one path of 4,096 that has the number of the lock; 1 is left.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int key = 0;
  for (int i = 0; i < 12; i++) {
    key *= 2;
    if (__VERIFIER_nondet_int() > 5) {
      key += 1;
    }
  }
  if (key == 0xEEE) {
    reach_error();
  }
  return 0;
}
