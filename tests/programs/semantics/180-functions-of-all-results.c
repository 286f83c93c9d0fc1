// EXPECT: returns 0
char c(void) { return 200; } unsigned char u(void) { return 200 + 256; } _Bool b(void) { return 256; } short s(void) { return 65535; }
long long l(void) { return 4294967295u; } static int g; void w(unsigned char x) { g = x; } int v(int x) { w(x + 256); return g + 1; }

int main(void) {
  if (!(c() == -56)) return 1;
  if (!(u() == 200)) return 2;
  if (!(b() == 1)) return 3;
  if (!(s() == -1)) return 4;
  if (!(l() == 4294967295LL)) return 5;
  if (!(v(3) == 4)) return 6;
  if (!(sizeof c() == 1)) return 7;
  if (!((unsigned char)c() == 200)) return 8;
  return 0;
}
