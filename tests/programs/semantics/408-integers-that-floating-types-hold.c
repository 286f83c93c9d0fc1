// EXPECT: returns 0
typedef long long integer;
integer big = 9007199254740993LL, small = 9007199254740992LL, some = 16777217, few = 16777216;
unsigned word = 16777217;
unsigned long long natural = 9007199254740993ULL;
double number = 1;
static double converted(integer x) { return x; }
static double stored(integer x) { double d = x; return d; }
static float single(integer x) { return x; }
static double product(integer x) { return x * number; }
static integer passed(double d) { return d; }
int main(void) {
  double d = big, parts[1] = {big};
  float f = some;
  if ((integer)d != 9007199254740992LL || (integer)parts[0] != 9007199254740992LL || (integer)f != 16777216) return 1;
  if ((double)big != 9007199254740992.0 || (float)some != 16777216.0f) return 2;
  if (passed(big) != 9007199254740992LL) return 3;
  if ((integer)(double)small != small || (integer)(float)few != few || (integer)converted(small) != small) return 4;
  if ((integer)stored(big) != small || (integer)product(big) != small || single(few) != few) return 5;
  if ((integer)(float)word != 16777216 || (integer)(double)natural != small) return 6;
  if ((integer)(big * number) != small || (integer)((double)big / 2) != small / 2) return 7;
  small += 0.0, few *= 1.0;
  return small != 9007199254740992LL || few != 16777216;
}
