// EXPECT: returns 0
int main(void) {
  double nan = 0.0 / 0.0, zero = 0.0, minus = -zero, infinite = 1 / zero;
  if (nan == nan || nan < 1 || nan >= 1 || !(nan != nan)) return 1;
  if (!(!(nan < 1)) || !(!(nan >= 1))) return 2;
  if (zero != minus || 1 / minus != -infinite) return 3;
  if (minus || !nan) return 4;
  if (nan ? 0 : 1) return 5;
  if (!(nan && infinite) || (zero || minus)) return 6;
  while (minus) return 7;
  return (minus ? 8 : 0) + (0.5 ? 0 : 9) + (-0.0 ? 10 : 0);
}
