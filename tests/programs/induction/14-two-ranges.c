// EXPECT: true by kinduction
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = 1;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int() == 123456789) x = 100;
    else if (x == 5) x = 1;
    else if (x == 120) x = 100;
    else x++;
  }
  if (x == 50) reach_error();
  return 0;
}
