// EXPECT: true by kinduction
extern void reach_error(void); extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), count = 0;
  if (n > 1000) return 0;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < i; j++) {
      if (j >= n) reach_error();
      if (count < 100) count++;
    }
  if (count > 100) reach_error();
  return 0;
}
