// EXPECT: undefined
// HIDDEN(ILP32): 0
int f(int n, ...) { __builtin_va_list l; return __builtin_va_arg(l, int); }
int main(void) { return f(1, 2); }
