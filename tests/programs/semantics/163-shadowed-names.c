// EXPECT: returns 0
int x = 1;
int f(int x) { { int x = 3; x++; } return x; }
int g(void) { return x; }
int main(void) {
  int y = x;
  int x = 2;
  { int x = 30; x++; y += x; { x++; int x = 5; y += x; } y += x; }
  for (int x = 0; x < 2; x++) { int x = 100; y += x; }
  if (y != 1 + 31 + 5 + 32 + 200) return 1;
  if (f(7) != 7 || g() != 1 || x != 2) return 2;
  { enum { x = 9 }; if (x != 9) return 3; }
  { typedef short x; if (sizeof(x) != 2) return 4; }
  return 0;
}
