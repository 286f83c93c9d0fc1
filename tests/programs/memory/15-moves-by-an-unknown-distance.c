// EXPECT: true by bmc; any by value, cmc
extern void reach_error(void); void *memmove(void *d, const void *s, unsigned long n);void *memcpy(void *d, const void *s, unsigned long n); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  char b[8] = "abcdefg";
  if (n < 0 || n > 2) return 0;
  memmove(b + n, b + 1, 4);
  if (n == 0 && (b[0] != 'b' || b[3] != 'e' || b[4] != 'e')) reach_error();
  if (n == 2 && (b[2] != 'b' || b[5] != 'e' || b[6] != 'g')) reach_error();
  return 0;
}
