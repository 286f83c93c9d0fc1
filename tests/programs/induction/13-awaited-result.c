// EXPECT: true by kinduction
// The loop is in a function whose result the caller waits for: it has no value at the loop's head.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

static unsigned up(unsigned n) {
  unsigned i = 0;
  while (i < n) {
    i++;
  }
  return i;
}

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned m = n;
  m = up(m);
  if (m != n) {
    reach_error();
  }
  return 0;
}
