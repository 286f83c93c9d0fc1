// EXPECT: returns 57
typedef __builtin_va_list va_list;
int sum(int n, ...) { va_list l; __builtin_va_start(l, n); int s = 0; for (int i = 0; i < n; i++) s += __builtin_va_arg(l, int); __builtin_va_end(l); return s; }
int fixed(int n, ...) { return n; }
int (*pointer)(int, ...) = sum;
int main(void) {
  signed char c = -3; short h = 7; _Bool b = 1; struct { unsigned w : 5; } bits = {17};
  int r = sum(3, 1, 2, 3); r += sum(0); r += pointer(2, c, h); r += fixed(3); r += fixed(2, 1.5, b); r += sum(4, b, bits.w, 'a' - 'b', 21) + 0;
  return r + sum(1, sum(2, 1, 3)) - 0; }
