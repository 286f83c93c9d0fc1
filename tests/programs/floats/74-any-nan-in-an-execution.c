// EXPECT: returns 0
// HIDDEN: 0 -1 1 9223372036854775808 81985529216486895 1 -2147483648 0
// An execution may take whichever it likes. With no payload it takes a quiet one.
double sqrt(double);
union d { double value; unsigned words[2]; };
union f { float value; unsigned word; };
static double constant = 0.0 / 0.0;
static int is_nan(double x) {
  union d u = {1};
  u.value = x;
  return (u.words[1] & 0x7fffffff) > 0x7ff00000 || ((u.words[1] & 0x7fffffff) == 0x7ff00000 && u.words[0]);
}
static int is_nanf(float x) {
  union f u = {1};
  u.value = x;
  return (u.word & 0x7fffffff) > 0x7f800000;
}
int main(void) {
  double infinity = 1e308 * 10, zero = 0;
  union d u = {0.0 / 0.0}, v = u;
  if (!is_nan(constant)) return 1;
  if (!is_nan(infinity - infinity)) return 2;
  if (!is_nan(sqrt(-1))) return 3;
  if (!is_nan(zero / zero)) return 4;
  if (!is_nanf((float)zero / 0)) return 5;
  if (!is_nanf(-(float)(infinity * zero))) return 6;
  if (is_nan(infinity) || is_nan(-zero)) return 7;
  if (u.words[0] != v.words[0] || u.words[1] != v.words[1]) return 8;
  return !is_nan(v.value);
}
