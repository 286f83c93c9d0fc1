// EXPECT: returns 217
// ASSUMES: the result does not depend on the numeric values of addresses where memory with one is read as an integer; the result does not depend on what padding holds in local objects
struct s { int k; signed char c; double d; };
int mixed(const char *f, ...) {
  __builtin_va_list l, m; int r = 0; __builtin_va_start(l, f); __builtin_va_copy(m, l);
  for (; *f; f++)
    if (*f == 'i') r += __builtin_va_arg(l, int);
    else if (*f == 'u') r += __builtin_va_arg(l, unsigned);
    else if (*f == 'l') r += (int)(__builtin_va_arg(l, long long) >> 33);
    else if (*f == 'd') r += (int)(__builtin_va_arg(l, double) * 2);
    else if (*f == 'p') r += *__builtin_va_arg(l, char *);
    else if (*f == 'L') r += (int)__builtin_va_arg(l, long double);
    else { struct s s = __builtin_va_arg(l, struct s); r += s.k + s.c + (int)s.d; s.k = 99; }
  r = r * 2 + __builtin_va_arg(m, int); __builtin_va_end(m); __builtin_va_end(l); return r & 255; }
int main(void) { struct s s = {1, 2, 3.9}; float f = 2.5f; unsigned char u = 200; return mixed("iudplsiL", 5, u, f, "A", 5LL << 33, s, u, (long double)4); }
