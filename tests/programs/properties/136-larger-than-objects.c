// EXPECT: true by flow:cmc, flow:bmc
// PROPERTY: memory-safety
extern _Bool __VERIFIER_nondet_bool(void);
void *malloc(unsigned long);
void free(void *);
int main(void) {
  char *p = malloc(__VERIFIER_nondet_bool() ? 1UL << 63 : 1);
  if (p)
    *p = 1;
  free(p);
  return 0;
}
