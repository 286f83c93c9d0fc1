// EXPECT: true by bmc; any by value, cmc
typedef __typeof__(sizeof(int)) size_t;
extern void reach_error(void);
int vsnprintf(char *, size_t, const char *, __builtin_va_list);
static int wr(char *m, size_t n, const char *f, ...) {
  __builtin_va_list ap; __builtin_va_start(ap, f); int used = vsnprintf(m, n, f, ap); __builtin_va_end(ap); return used; }
int main(void) {
  char b[4] = "ab?";
  int n = wr(b, 3, "%f", 0.5);
  if ((b[2] != 0 && n > 1) || b[3] != 0) reach_error();
  return 0;
}
