// EXPECT: not supported: a variable argument list | line 3
typedef __builtin_va_list va_list;
int f(int n, ...) { va_list l;
  return __builtin_va_arg(l, int); } int main(void) { return f(1, 2); }
