// EXPECT: true by bmc last=4
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), times = 0;
  if (n < 1 || n > 3) return 0;
again:
  {
    int v[n];
    v[0] = times;
    if (v[0] == 1) goto out;
    times++;
    goto again;
  }
out:
  if (times != 1) reach_error();
  return 0;
}
