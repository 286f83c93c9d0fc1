// EXPECT: true by bmc, flow:default
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static void set(int *x) { *x = 3; }
static int f(int k) {
  int x = 1, result = 0;
  set(&x);
  if (k < 0) goto out;
  switch (k) {
    case 0: { int y; set(&y); result = y; break; }
    case 1: { int z = 2; set(&z); result = z; goto out; }
    default: result = x;
  }
again:
  if (k > 5) { int w; set(&w); k -= w; goto again; }
out:
  set(&x);
  return result * (x == 3);
}
int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k > 9) return 0;
  int found = f(k) + f(k);
  if (k < 0 ? found : found != 6) reach_error();
  return 0;
}
