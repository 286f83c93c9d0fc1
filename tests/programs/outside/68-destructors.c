// EXPECT: true by bmc assuming nothing; any by value, cmc
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); void exit(int), abort(void), _Exit(int);
static int order;
__attribute__((destructor)) static void last_but_one(void) { order = order * 10 + 2; }
__attribute__((destructor(200))) static void last(void) { order = order * 10 + 3; if (order != 4123) reach_error(); }
static void first(void) __attribute__((destructor));
static void first(void) { order = order * 10 + 1; }
int main(void) {
  if (__VERIFIER_nondet_int()) abort();
  if (__VERIFIER_nondet_int()) _Exit(2);
  order = 4;
  if (__VERIFIER_nondet_int()) exit(3);
  return 0;
}
