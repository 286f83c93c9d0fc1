// EXPECT: true
// 12,288 paths, most of them where there are many items: how many is chosen first, then what each of them is.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned kind = __VERIFIER_nondet_uint(), fee = 3;
  if (kind == 1) {
    fee = 1;
  } else if (kind == 2) {
    fee = 2;
  }
  unsigned n = __VERIFIER_nondet_uint(), heavy = 0, light = 0, i = 0;
  if (n > 11) {
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
  if (heavy + light != n || fee > 3) {
    reach_error();
  }
  return 0;
}
