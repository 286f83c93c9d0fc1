// EXPECT: returns -1
// HIDDEN: 0
int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); return __builtin_va_arg(l, int) - __builtin_va_arg(l, int); }
int main(void) { return f(1, 2, 3); }
