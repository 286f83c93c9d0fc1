// EXPECT: true by kinduction
extern void reach_error(void);
extern void *malloc(unsigned long);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint() % 1000;
  char *a = malloc(n + 1);
  if (!a) {
    return 0;
  }
  char *p = a, *end = a + n;
  while (p < end) {
    p++;
  }
  if (p != end) {
    reach_error();
  }
  return 0;
}
