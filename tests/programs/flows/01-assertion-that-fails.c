// EXPECT: false by flow:cmc, flow:bmc
extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = x & 7;
  if (y > 7) reach_error();
  if (y == 5) __assert_fail("y != 5", "program.c", 7, "main");
  return 0;
}
