// EXPECT: true by bmc; any by value, cmc
extern void reach_error(void); typedef __builtin_va_list va_list; int vsnprintf(char *, __typeof__(sizeof(int)), const char *, va_list);
static int into(char *b, int n, const char *f, ...) { va_list l; __builtin_va_start(l, f); int k = vsnprintf(b, n, f, l); __builtin_va_end(l); return k; }
int main(void) { char b[4]; int k = into(b, 4, "%d%s", 3, "a"); if (k > 3 && b[3]) reach_error(); if (k == 2 && b[2]) reach_error(); return 0; }
