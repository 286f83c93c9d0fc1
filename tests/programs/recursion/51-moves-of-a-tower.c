// EXPECT: true by flow:horn cpu=10
// Both are 2^n - 1, modulo 2^32.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
unsigned moves;
static void move(unsigned n, int from, int to, int over) {
  if (n == 0) return;
  move(n - 1, from, over, to);
  moves++;
  move(n - 1, over, to, from);
}
static unsigned number(unsigned n) { return n == 0 ? 0 : 1 + 2 * number(n - 1); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1000) return 0;
  move(n, 1, 3, 2);
  if (moves != number(n)) reach_error();
  return 0;
}
