// EXPECT: stops
// INPUTS: 0
// HIDDEN: 0
extern void reach_error(void); extern void abort(void);
extern int __VERIFIER_nondet_int(void);
static int small(int x) { if (x > 2) reach_error(); return x; }
static int ends(int x) { if (x == 3) abort(); return x; }
int main(void) {
  return small(__VERIFIER_nondet_int()) + ends(3);
}
