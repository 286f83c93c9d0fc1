// EXPECT: false by flow:cmc, flow:bmc because at line 8: write of 4 bytes past the object allocated at line 7
// PROPERTY: memory-safety
void *malloc(unsigned long);
void free(void *);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p = malloc(16), n = __VERIFIER_nondet_int();
  if (n == 4) p[n] = 1; free(p);
  return 0;
}
