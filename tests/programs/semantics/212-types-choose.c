// EXPECT: returns 0
const unsigned d = 3; const unsigned c = d; int cl = (int){42}; unsigned char uc = 44;
struct r { int a; double b; };
double sq(double x) { return x * x; } float sqf(float x) { return x * x + 1; }
enum { BIG = 9223372036854775807LL, NEG = -9223372036854775807LL - 1 };
extern int rtc(int); extern __typeof__(rtc) rtc; int rtc(int x) { return x + 1; }
int main(void) {
  static int sl = (int){7};
  if (c != 3 || cl != 42 || uc != 44 || sl != 7) return 1;
  if (_Generic((1), int: 1, unsigned: 2, double: 3, long long: 4, default: 9) != 1 || _Generic((1u), int: 1, unsigned: 2, double: 3, long long: 4, default: 9) != 2 || _Generic((1.0), int: 1, unsigned: 2, double: 3, long long: 4, default: 9) != 3 || _Generic((1LL), int: 1, unsigned: 2, double: 3, long long: 4, default: 9) != 4 || _Generic(((short)1), int: 1, unsigned: 2, double: 3, long long: 4, default: 9) != 9 || _Generic(("x"), int: 1, unsigned: 2, double: 3, long long: 4, default: 9) != 9) return 2;
  if (_Generic((2.0), float: sqf, default: sq)(2.0) != 4 || _Generic((2.0f), float: sqf, default: sq)(2.0f) != 5) return 3;
  if (__builtin_types_compatible_p(void, int) || !__builtin_types_compatible_p(double, double) || __builtin_types_compatible_p(struct r, int)) return 4;
  if (__builtin_choose_expr(1, 5, (double)2) != 5) return 5;
  int lv = 1; _Generic(lv, int: lv) = 8; if (lv != 8) return 6;
  if (BIG != 9223372036854775807LL || NEG >= 0 || rtc(3) != 4) return 7;
  return 0; }
