// EXPECT(ILP32): returns 160
// ASSUMES: the result does not depend on what padding holds in local objects
// EXPECT(LP64): returns 220
struct bf { int a : 3; unsigned b : 5; _Bool c : 1; int : 0; long long d : 40; unsigned long long e : 33; signed char f : 7; unsigned short g : 9; };
struct b2 { char x; int y : 20; char z; int w : 12; unsigned : 4; int v : 32; };
struct b3 { unsigned long long a : 60; unsigned long long b : 10; int c : 1; };
int f2(void); int main(void) { int z = f2(); if (z) return z + 30;
  struct bf s = { 5, 37, 7, 1LL << 39, ~0ULL, -70, 1000 };
  struct b2 t = { 1, -5, 2, 2047, -7 };
  struct b3 u = { -1, -1, 1 };
  if (s.a != -3) return 1;
  if (s.b != 5) return 2;
  if (s.c != 1) return 3;
  if (s.d != -(1LL << 39)) return 4;
  if (s.e != (1ULL << 33) - 1) return 5;
  if (s.f != 58) return 6;
  if (s.g != 488) return 7;
  s.a++; s.b -= 6; s.c = 0; s.d >>= 3; s.e++;
  if (s.a != -2 || s.b != 31 || s.c || s.d != -(1LL<<36) || s.e) return 8;
  if ((s.g = 1025) != 1) return 9;
  if (u.c != -1 || u.b != 1023 || u.a != (1ULL << 60) - 1) return 10;
  if (u.a + 1 > u.a == 1) return 11;
  if (s.b - 32 >= 0) return 12;
  if (t.y != -5 || t.z != 2 || t.w != 2047 || t.v != -7) return 13;
  struct b2 *p = &t; p->y ^= 3; if (p->y != (-5 ^ 3)) return 14;
  int sum = 0; for (unsigned i = 0; i < sizeof t; i++) sum += ((unsigned char *)&t)[i];
  t.z = t.x; t.x++; t.w--;
  if (t.z != 1 || t.w != 2046 || t.x != 2) return 15;
  return sizeof s * 7 + sizeof t * 3 + sizeof u ;
}
struct w { unsigned long long a : 40; long long b : 35; } w = { 5, -6 };
int f2(void) {
  if (w.a - 6 != (1ULL << 40) - 1) return 1;
  if (w.a > -1) return 2;
  if (w.b * 2 != -12 || w.b / 2 != -3 || w.b % 4 != -2) return 3;
  if ((w.a << 38) != 1LL << 38) return 4;
  if (w.a + w.b > 0 != 1) return 5;
  w.a *= w.b; w.b = w.a; if (w.b != -30) return 6;
  return 0;
}
