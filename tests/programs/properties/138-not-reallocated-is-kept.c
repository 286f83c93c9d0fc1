// EXPECT: true by flow:cmc, flow:bmc
// PROPERTY: memory-safety
void *malloc(unsigned long);
void *realloc(void *, unsigned long);
void *calloc(unsigned long, unsigned long);
void free(void *);
int main(void) {
  char *p = malloc(2), *q = realloc(p, 1UL << 63), *r = calloc(1UL << 62, 2);
  if (q || r)
    return p[2];
  p[1] = 1;
  free(p);
  return 0;
}
