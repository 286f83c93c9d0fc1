// EXPECT(LP64): returns 34
// HIDDEN(ILP32): 0
// EXPECT(ILP32): returns 31
typedef __builtin_va_list va_list;
int one(va_list l) { return __builtin_va_arg(l, int); }
int by(va_list *l) { return __builtin_va_arg(*l, int); }
int f(int n, ...) { va_list l; __builtin_va_start(l, n); int a = by(&l); one(l); int b = __builtin_va_arg(l, int); __builtin_va_end(l); return a * 30 + b; }
int main(void) { return f(0, 1, 1, 4); }
