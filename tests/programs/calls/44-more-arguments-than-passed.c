// EXPECT: undefined
int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int s = __builtin_va_arg(l, int); s += __builtin_va_arg(l, int); return s; }
int main(void) { return f(1, 2); }
