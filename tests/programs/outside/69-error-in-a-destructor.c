// EXPECT: false by bmc; any by value, cmc
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); void exit(int); int atexit(void (*)(void));
static int n;
static void before(void) { n++; }
__attribute__((destructor)) static void end(void) { if (n == 2) reach_error(); }
int main(void) {
  atexit(before);
  if (__VERIFIER_nondet_int()) { n = 1; exit(0); }
  return 0;
}
