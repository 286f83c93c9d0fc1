// EXPECT: false by flow:default
extern void reach_error(void);
extern int *__errno_location(void);
extern int posix_memalign(void **, unsigned long, unsigned long);
int main(void) {
  void *p;
  *__errno_location() = 0;
  if (posix_memalign(&p, 16, (unsigned long)-1) == 12 && *__errno_location() == 12) reach_error();
  return 0;
}
