// EXPECT: returns 0
// Functions have compatible types if their results and parameters have (C11 6.7.6.3 p15).
int plain(int x) { return x + 1; }
double half(double x) { return x / 2; }
int more(int x, ...) { return x; }
signed char tiny(signed char x) { return x; }
int compared(const void *a, const void *b) { return a == b; }
void takes(int (*f)(int)) { f(0); }
typedef int Plain(int);
int main(void) {
  Plain *p = plain, *several[2] = {plain, plain};
  if (_Generic(plain, double (*)(double): 0, int (*)(void): 0, int (*)(int, ...): 0, Plain *: 1) != 1) return 1;
  if (_Generic(more, int (*)(int): 0, int (*)(int, int, ...): 0, int (*)(int, ...): 1) != 1) return 2;
  if (_Generic(tiny, char (*)(char): 0, signed char (*)(signed char): 1, default: 0) != 1) return 3;
  if (_Generic(compared, int (*)(void *, void *): 0, int (*)(const void *, const void *): 1) != 1) return 4;
  if (_Generic(takes, void (*)(double (*)(double)): 0, void (*)(Plain *): 1, default: 0) != 1) return 5;
  if (_Generic(*p, int (*)(int): 1, default: 0) + _Generic(several[1], int (*)(const int): 1, default: 0) != 2) return 6;
  if (_Generic(&p, Plain *: 0, default: 1) != 1 || _Generic((long (*)(int))p, Plain *: 0, default: 1) != 1) return 7;
  if (_Generic(1, int: plain, double: half)(1) != 2 || _Generic(1.0, int: plain, double: half)(3.0) != 1.5) return 8;
  if (!__builtin_types_compatible_p(Plain, typeof(plain)) || __builtin_types_compatible_p(Plain, typeof(half))) return 9;
  return 0;
}
