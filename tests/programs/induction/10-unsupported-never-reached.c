// EXPECT: true by kinduction
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern int fork(void);
int main(void) {
  unsigned char x = 0;
  while (__VERIFIER_nondet_int()) { x += 2; if (x % 2) fork(); }
  if (x % 2) reach_error();
  return 0;
}
