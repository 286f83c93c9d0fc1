// EXPECT: true by kinduction
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int lock;
int main(void) {
  int before, count = 0;
  do {
    if (lock) reach_error();
    lock = 1;
    before = count;
    if (__VERIFIER_nondet_int()) { if (!lock) reach_error(); lock = 0; count++; }
  } while (count != before);
  if (!lock) reach_error();
  return 0;
}
