// EXPECT: true by bmc assuming nothing
extern void *memcpy(void *, const void *, unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  char a[8] = "abcd";
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  memcpy(a + 4, a, n);
  memcpy(a, a, n);
  if (n == 4 && a[5] != 'b') reach_error();
  return 0;
}
