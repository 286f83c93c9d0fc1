// EXPECT: returns 0
// HIDDEN: 0
typedef __typeof__(sizeof(int)) size_t;
int *__errno_location(void);
void *malloc(size_t), *realloc(void *, size_t);
long strtol(const char *, char **, int);
extern void reach_error(void);
static int set(int number) { int *place = &*__errno_location(); *place = number; return *__errno_location(); }
int main(void) {
  if (*__errno_location() != 0 || set(7) != 7 || *__errno_location() != 7) reach_error();
  if (strtol("99", 0, 10) != 99 || *__errno_location() != 7) reach_error();
  strtol("99999999999999999999999", 0, 10);
  if (*__errno_location() != 34) reach_error();
  set(0);
  strtol("9", 0, 99);
  if (*__errno_location() != 22) reach_error();
  set(0);
  size_t n = -3;
  if (malloc(n) || *__errno_location() != 12) reach_error();
  set(1);
  if (realloc(0, n) || *__errno_location() < 1) reach_error();
  return 0;
}
