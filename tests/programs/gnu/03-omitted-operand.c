// EXPECT: returns 0
int calls, g = 3 ?: 4;
int f(int x) { calls++; return x; }
int main(void) {
  char c = -7;
  if ((f(3) ?: f(4)) != 3 || calls != 1) return 1;
  if ((f(0) ?: f(4)) != 4 || calls != 3) return 2;
  if (((f(0) ?: f(0)) ?: f(9)) != 9 || calls != 6) return 3;
  if ((0 ?: f(0) ?: 8) != 8 || calls != 7) return 4;
  if (g != 3 || (c ?: 5) != -7 || sizeof(c ?: c) != sizeof(int)) return 5;
  int x = 2; int y = x++ ?: 9;
  if (x != 3 || y != 2) return 6;
  if (!(f(1) ?: 0)) return 7;
  return (0u ?: -1) > 0 ? 0 : 8;
}
