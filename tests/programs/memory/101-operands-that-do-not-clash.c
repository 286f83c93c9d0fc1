// EXPECT: true by bmc assuming nothing; true by cmc; any by value
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int get(int *p) {
  return *p;
}
static int put(int *p, int v) {
  *p = v;
  return v;
}
int main(void) {
  int a[3] = {1, 2, 3}, x = 4, y = 5, i = __VERIFIER_nondet_int(), *p = &x, *q = &y;
  if (i < 0 || i > 2)
    return 0;
  if (*p + *q != 9)
    reach_error();
  if (*p + a[i] > 7 || get(p) + a[i] < 5)
    reach_error();
  if (*q + put(a, 9) != 14)
    reach_error();
  return 0;
}
