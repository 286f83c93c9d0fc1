// EXPECT: true
// ARGS: --flow kinduction
//
// No unwinding is enough, and explicit values know nothing; the invariant x + y == n proves it.
extern void reach_error(void);
extern unsigned int __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned int n = __VERIFIER_nondet_uint();
  unsigned int x = n, y = 0;
  while (x > 0) {
    x--;
    y++;
  }
  if (y != n) reach_error();
  return 0;
}
