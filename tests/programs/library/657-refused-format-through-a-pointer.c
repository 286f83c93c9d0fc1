// EXPECT: unknown by bmc, flow:default
extern void reach_error(void);
int printf(const char *, ...);
int main(void) {
  int n = 0;
  int (*p)(const char *, ...) = printf;
  p("abc%n", &n);
  if (n == 3) reach_error();
  return 0;
}
