// EXPECT: returns 0
int calls;
double _Complex doubled(double _Complex z) { calls++; return z * 2.0; }
float _Complex narrowed(double _Complex z) { return z; }
double real_of(float _Complex z) { return z; }
int is_set(double _Complex z) { return z && 1; }

int main(void) {
  double _Complex a = 1.0 + 2.0i, b = 3.0 + 4.0i, p = a * b;
  if (__real__ p != -5 || __imag__ p != 10) return 1;
  p /= b;
  if (p != a || !(p == a) || !p) return 2;
  p = 0;
  if (p || is_set(p) || !is_set(-1i)) return 3;
  _Bool t = a, f = p;
  if (!t || f || !(_Bool)1i) return 4;
  double d = a;
  if (d != 1 || (int)b != 3) return 5;
  a += 3;
  if (a != 4 + 2i) return 6;
  a = t ? a : 1.0f;
  b = f ? a : 1;
  if (a != 4 + 2i || b != 1) return 7;
  if (doubled(a) != 8 + 4i || doubled(2) != 4 || calls != 2) return 8;
  if (narrowed(0.1) != (float)0.1 || real_of(2 + 3i) != 2) return 9;
  a = a - 1i * a;
  if (a != 6 - 2i) return 10;
  a = a * a;
  if (a != 32 - 24i) return 11;
  if (-a != -32 + 24i || ~a != 32 + 24i || +a != a) return 12;
  if (1 / 1i != -1i || 1.0 / (0 + 2.0i) != -0.5i) return 13;
  int _Complex z = 4 + 2i, w = 1 + 2i, q = z / w;
  if (__real__ q != 1 || __imag__ q != -2) return 14;
  if (z * w != 0 + 10i || z - w != 3 || z + 1 != 5 + 2i) return 15;
  unsigned char _Complex u = 200 + 100i;
  u = u + u;
  if (u != 144 + 200i || sizeof(u + u) != 2 || sizeof(u + 1) != 8) return 16;
  float _Complex g = 1.5f;
  g *= 2i;
  if (g != 3i || sizeof(g * 2) != 8 || sizeof(g * 2.0) != 16) return 17;
  return 0;
}
