// EXPECT: any by kinduction
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int x, y, b[4];
int *p, *q, *r;
int main(void) {
  unsigned n = 0;
  x = 0; y = 1;
  if (__VERIFIER_nondet_int()) p = &x; else p = 0;
  if (__VERIFIER_nondet_int()) q = &y; else q = 0;
  if (__VERIFIER_nondet_int()) r = &x; else r = &y;
  if (*r > 5) return 0;
  while (1) {
    int i = __VERIFIER_nondet_int();
    if (i >= 0 && i < 4) b[i] = 7;
    n++;
    if (n == 1000000u) {
      if (p != 0) { if (*p == 0) return 0; }
      if (q != 0) { if (*q == 1) return 0; }
      reach_error();
    }
  }
}
