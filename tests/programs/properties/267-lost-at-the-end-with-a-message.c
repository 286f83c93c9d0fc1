// EXPECT: false by flow:default because memory
// PROPERTY: memory-cleanup
extern void *malloc(unsigned long);
extern void free(void *);
extern void errx(int, const char *, ...);
int main(void) {
  char *p = malloc(1);
  errx(0, "this is the end");
  free(p);
  return 0;
}
