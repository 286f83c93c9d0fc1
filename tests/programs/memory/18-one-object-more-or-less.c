// EXPECT: false by bmc, value, cmc
extern void reach_error(void); void *malloc(unsigned long); extern int __VERIFIER_nondet_int(void);
int *new(void) { return malloc(sizeof(int)); }
int main(void) {
  int *a = 0;
  if (__VERIFIER_nondet_int()) { a = new(); *a = 5; }
  int *b = new();
  if (!a && *b == 0) reach_error();
  return 0;
}
