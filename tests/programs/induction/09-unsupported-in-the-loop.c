// EXPECT: unknown by kinduction
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern int fork(void);
int main(void) {
  int x = 0;
  while (__VERIFIER_nondet_int()) { x++; if (x == 100) fork(); }
  if (x < 0) reach_error();
  return 0;
}
