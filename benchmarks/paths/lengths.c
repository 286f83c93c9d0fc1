// 16,383 paths, most of them on the left: how many items there are is chosen first, then what each is.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), heavy = 0, light = 0, i = 0;
  if (n > 13) {
    return 0;
  }
  while (i < n) {
    if (__VERIFIER_nondet_uint() > 1000) {
      heavy++;
    } else {
      light++;
    }
    i++;
  }
  if (heavy + light != n) {
    reach_error();
  }
  return 0;
}
