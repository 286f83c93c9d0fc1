// EXPECT: unknown by bmc; false by flow:default
extern int *__errno_location(void);
extern int __isoc99_sscanf(const char *, const char *, ...);
extern void reach_error(void);
int main(void) {
  long v;
  *__errno_location() = 0;
  __isoc99_sscanf("99999999999999999999", "%ld", &v);
  if (*__errno_location()) reach_error();
  return 0;
}
