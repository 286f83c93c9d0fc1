// EXPECT: false by flow:default
// PROPERTY: memory-safety
extern void *malloc(unsigned long);
extern void free(void *);
extern void error(int, int, const char *, ...);
int main(void) {
  char *p = malloc(4);
  p[0] = 0;
  free(p);
  error(0, 0, "%s", p);
  return 0;
}
