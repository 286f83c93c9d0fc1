// EXPECT: input error: va_start in a function with a fixed number of arguments | line 2
int f(int n) { __builtin_va_list l; __builtin_va_start(l, n); return n; }
int main(void) { return f(1); }
