// EXPECT: true by bmc; any by value, cmc
extern void reach_error(void); void *malloc(unsigned long); extern int __VERIFIER_nondet_int(void);
int *new(int v) { int *p = malloc(sizeof(int)); *p = v; return p; }
int main(void) {
  int *a = 0, *c = 0, n = __VERIFIER_nondet_int();
  if (n & 1) a = new(5);
  int *b = new(6);
  if (n & 2) c = new(7);
  if (*b != 6 || (a && *a != 5) || (c && *c != 7) || a == b || b == c || (a && a == c)) reach_error();
  return 0;
}
