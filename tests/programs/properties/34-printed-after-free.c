// EXPECT: false by flow:cmc, flow:bmc because at line 9: read of
// PROPERTY: valid-deref
int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
int main(void) {
  char *p = malloc(1);
  *p = 0, free(p);
  return printf("%d %s", 1, p) > 0;
}
