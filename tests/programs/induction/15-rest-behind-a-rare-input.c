// EXPECT: true by kinduction
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int armed = 0;
  unsigned i = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int() == 77777777) armed = 1;
    if (armed) i = (i + 6) % 600;
  }
  if (i == 7) reach_error();
  return 0;
}
