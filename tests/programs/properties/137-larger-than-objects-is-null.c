// EXPECT: false by flow:cmc, flow:bmc because write through a null pointer
// PROPERTY: memory-safety
extern _Bool __VERIFIER_nondet_bool(void);
void *malloc(unsigned long);
void free(void *);
int main(void) {
  char *p = malloc(__VERIFIER_nondet_bool() ? -1 : 1);
  *p = 1;
  free(p);
  return 0;
}
