// EXPECT: false by flow:cmc because is never freed
// PROPERTY: memory-cleanup
void *malloc(unsigned long);
void free(void *);
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char *p = malloc(4);
  if (__VERIFIER_nondet_int() == 3) __assert_fail("0", "f", 8, "main");
  free(p);
  return 0;
}
