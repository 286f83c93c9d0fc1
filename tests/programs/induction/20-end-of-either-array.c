// EXPECT: true by kinduction
// Both pointers lead to one of two arrays: that it is the same one has to be found.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
static void pass(char *p, char *end) {
  while (p < end) {
    p++;
  }
  if (p != end) {
    reach_error();
  }
}
int main(void) {
  char a[1000], b[500];
  unsigned n = __VERIFIER_nondet_uint() % 500;
  pass(a, a + n);
  pass(b, b + n);
  return 0;
}
