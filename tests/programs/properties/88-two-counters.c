// EXPECT: true by flow:termination
// PROPERTY: termination
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 5;
  if (x < 0)
    abort();
  while (x != 0) {
    if (y > 0) {
      y--;
    } else {
      x--;
      y = 5;
    }
  }
  return 0;
}
