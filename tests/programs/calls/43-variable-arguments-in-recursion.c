// EXPECT: returns 19
// ASSUMES(LP64): a local object of the function f is not used when there is a new one in its place
int f(int n, ...) {
  __builtin_va_list l; __builtin_va_start(l, n);
  int a = __builtin_va_arg(l, int), below = n ? f(n - 1, a + 1, n) : 0, c = __builtin_va_arg(l, int);
  __builtin_va_end(l); return a + below + c; }
int main(void) { return f(3, 1, 3); }
