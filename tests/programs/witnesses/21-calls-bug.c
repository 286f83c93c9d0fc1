// EXPECT: witnessed false by bmc
#define ASK __VERIFIER_nondet_int()
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int limit = 2;
static int twice(int x) { return /* not 3 */ 2 * x; }
static int deep(int n) { if (n <= 0) return 0; return twice(n) + deep(n - 1); }
void check(int value) { if (value == 6) { while (value) value--; reach_error(); } }
int main(void) {
  int x = /* here */ __VERIFIER_nondet_int (
  ), y = ASK;
  if (x < 0 || y < 0 || x > limit) return 0;
  switch (y) { case 4: check(deep(x)); default: break; }
}
