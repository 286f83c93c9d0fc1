// EXPECT: returns 0
// HIDDEN: 0
int main(void) {
  double inf = __builtin_inf(), nan = __builtin_nan(""), zero = 0;
  double _Complex i = __builtin_complex(0.0, 1.0), huge = __builtin_complex(inf, nan), one = 1;
  double _Complex r = huge * one;
  if (__real__ r != inf) return 1;
  r = huge * huge;
  if (__builtin_fabs(__real__ r) != inf && __builtin_fabs(__imag__ r) != inf) return 2;
  r = one / (i * zero);
  if (__builtin_fabs(__real__ r) != inf && __builtin_fabs(__imag__ r) != inf) return 3;
  r = one / huge;
  if (__real__ r != 0 || __imag__ r != 0) return 4;
  r = inf * i;
  if (__imag__ r != inf || __real__ r == __real__ r) return 5;
  r = zero - i * 0.0;
  if (!__builtin_signbit(-__imag__ -r)) return 6;
  r = one - zero;
  if (__builtin_signbit(__imag__ r)) return 7;
  r = zero - one;
  if (!__builtin_signbit(__imag__ r)) return 8;
  double _Complex big = __builtin_complex(1e308, 1e308);
  r = big / big;
  if (__real__ r != 1 || __imag__ r != 0) return 9;
  r = big * big;
  if (__real__ r == __real__ r || __imag__ r != inf) return 10;
  float _Complex f = 3e38f;
  f = f / (f + 1.0if * 3e38f);
  if (__real__ f != 0.5f || __imag__ f != -0.5f) return 11;
  long double _Complex l = 1.0L / 3;
  l = l / l * 3;
  if (l != 3) return 12;
  return 0;
}
