// EXPECT: returns 0
int a = 2 > 1 ? 9 : 8;
int b[sizeof(int) == 4 ? 2 : 3];
int c = 1 && 2, d = !0 ? 7 : 1;
int e[] = {1 || 0, 0 ? 4 : 5};
enum { F = 1 ? 3 : 4, G = F == 3 && 1, H = (F << 2) + 6 * (G | 0) };
long long n = 1 ? -1 : 0, k = 1 ? -1 : 0u;
char p[1 + 2 * !!(sizeof(int) == 4)];

int main(void) {
  switch (9) { case 1 ? 9 : 8: break; default: return 99; }
  switch (1) { enum { ONE = 1 }; case ONE && 1: break; default: return 98; }
  if (!(a == 9)) return 1;
  if (!(sizeof b == 8)) return 2;
  if (!(c == 1)) return 3;
  if (!(d == 7)) return 4;
  if (!(e[1] == 5)) return 5;
  if (!(F == 3)) return 6;
  if (!(G == 1)) return 7;
  if (!(H == 18)) return 8;
  if (!(n == -1)) return 9;
  if (!((1 || 1 / 0) == 1)) return 10;
  if (!((0 && 1 / 0) == 0)) return 11;
  if (!(k == 4294967295u)) return 12;
  if (!(sizeof p == 3)) return 13;
  if (!((0 ? 1 / 0 : 6) == 6)) return 14;
  return 0;
}
