// EXPECT: returns 0
double _Complex global = 1.0 + 2.0i;
static float _Complex table[2] = {3, 4.0if};
_Complex plain = -1;
struct holder { char c; float _Complex z[2]; };
struct holder holders[] = {{1, {1, 2.0if}}, {2, {3}}};
static long double _Complex wide = {2.5L};
int _Complex whole = (int _Complex){7};

int main(void) {
  if (sizeof(_Complex char) != 2 || sizeof(float _Complex) != 8 || sizeof plain != 16) return 1;
  if (sizeof(long double _Complex) != 2 * sizeof(long double)) return 2;
  if (__real__ global != 1 || __imag__ global != 2 || __imag__ table[1] != 4 || __imag__ table[0] != 0) return 3;
  if (__real__ plain != -1 || __imag__ plain != 0) return 4;
  if (holders[0].z[1] != 2.0if || holders[1].z[0] != 3 || holders[1].z[1] != 0) return 5;
  if (__real__ wide != 2.5L || __imag__ wide != 0 || whole != 7) return 6;
  _Complex signed char c = 0x3i - 2;
  if (__real__ c != -2 || __imag__ c != 3 || ((signed char *)&c)[1] != 3) return 7;
  __real__ c = 100;
  c++;
  ++__real__ c;
  if ((int)c != 102 || __imag__ c != 3) return 8;
  c = ~c;
  if (__imag__ c != -3) return 9;
  double *p = &__imag__ global;
  *p += 5;
  if (global != 1.0 + 7.0i) return 10;
  double x = 3;
  __real__ x = 4;
  if (x != 4 || __imag__ x != 0 || __real__ x != 4) return 11;
  if (sizeof(__real__ c) != 1 || sizeof 1i != 8 || sizeof 1.0if != 8 || sizeof 1ll != 8) return 12;
  double _Complex z = c--;
  if (z != 102 - 3i || c != 101 - 3i) return 13;
  holders[0].z[0] = holders[0].z[1] - 1;
  if (__real__ holders[0].z[0] != -1) return 14;
  if (__real__ (z = 5) != 5 || __imag__ z != 0) return 15;
  double _Complex zs[] = {1, 1i, [3] = 2 + 1.0i};
  if (sizeof zs != 64 || zs[1] * zs[1] != -1 || zs[2] || zs[3] != 2.0 + 1i) return 16;
  if (_Generic(z, float _Complex: 1, double _Complex: 2, default: 3) != 2) return 17;
  if (sizeof(_Complex long long) != 16 || sizeof(unsigned short _Complex) != 4) return 18;
  return 0;
}
