// EXPECT: returns 0
typedef __builtin_va_list va_list;
struct s { int a, b[3]; };
int f(int n, ...) { va_list ap; __builtin_va_start(ap, n); int r = __builtin_va_arg(ap, int); __builtin_va_end(ap); return r; }
int g(void) { return __builtin_offsetof(struct s, b[1]) + __builtin_types_compatible_p(int, char *); }
int main(void) { return 0; }
