// EXPECT: false by bmc, flow:default
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int x, y; char t[9];
int main(void) {
  int *p = &y;
  long d = (long)&x - (long)p;
  int *q = (int *)((long)p + d);
  char *s = t + 5; if (s - t != 5) reach_error();
  *q = 1;
  if (x == 1 && __VERIFIER_nondet_int() == 305419896) reach_error();
  return 0;
}
