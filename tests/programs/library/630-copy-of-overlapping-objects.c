// EXPECT: true by bmc assuming no copying between objects that overlap
extern void *memcpy(void *, const void *, unsigned long);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  char a[5] = "abcd";
  int n = __VERIFIER_nondet_int();
  if (n != 3) return 0;
  memcpy(a + 1, a, n);
  if (a[2] == 'b') reach_error();
  return 0;
}
