// EXPECT: undefined
int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); return (int)__builtin_va_arg(l, double); }
int main(void) { return f(1, 2); }
