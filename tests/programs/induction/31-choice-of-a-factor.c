// EXPECT: true by kinduction
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned p = __VERIFIER_nondet_uint(), q = __VERIFIER_nondet_uint(), x = 0, y = 0, area = 0;
  while (__VERIFIER_nondet_int()) {
    unsigned width = __VERIFIER_nondet_int() ? p : q;
    area += width * y;
    x += width;
    area += 2 * x;
    y += 2;
  }
  if (area != x * y) reach_error();
  return 0;
}
