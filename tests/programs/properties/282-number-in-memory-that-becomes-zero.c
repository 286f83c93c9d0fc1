// EXPECT: false by flow:kinduction, flow:default
// PROPERTY: memory-safety
extern unsigned int __VERIFIER_nondet_uint(void);
char buf[16];
unsigned int at[2];
int main(void) {
  char *s = buf;
  unsigned int *n = at;
  unsigned int k = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  if (k < 100006 || k > 100012 || i > 1) return 0;
  k -= 100000;
  n[i] = 1;
  n[0] = k;
  n[0] = n[0] + 1;
  if (s[n[0]] != 0) return 0;
  n[0] = 0;
  unsigned int j = n[0] + 20;
  s[j] = 1;
  return 0;
}
