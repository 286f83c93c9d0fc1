// EXPECT: returns 0
// ASSUMES: the function cabs of complex.h returns anything that it may return
double _Complex conj(double _Complex);
float _Complex cprojf(float _Complex);
double creal(double _Complex), cimag(double _Complex), cabs(double _Complex);
long double cimagl(long double _Complex);

int main(void) {
  double _Complex z = 3.0 - 4.0i, w = conj(z);
  if (creal(w) != 3 || cimag(w) != 4 || cimagl(w) != 4 || creal(7) != 7) return 1;
  float _Complex f = cprojf(__builtin_complex(-__builtin_inff(), -0.0f));
  if (__real__ f != __builtin_inff() || !__builtin_signbit(__imag__ f)) return 2;
  f = cprojf(2.0f - 1.0if);
  if (f != 2.0f - 1.0if) return 3;
  if (cabs(-5) != 5 || cabs(-3i) != 3 || cabs(__builtin_complex(__builtin_nan(""), __builtin_inf())) < 1) return 4;
  if (__builtin_crealf(z) != 3 || __builtin_conj(z) != w) return 5;
  return 0;
}
