// EXPECT: true by bmc, cmc; unknown by value
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void); extern int fork(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint() & 1;
  if (x == 2) { fork(); reach_error(); }
  return 0;
}
