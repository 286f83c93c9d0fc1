// EXPECT: returns 0
int main(void) {
  float f = 16777217; // the nearest float
  if (f != 16777216.0f) return 1;
  if ((int)-2.9 != -2 || (unsigned char)255.99f != 255) return 2;
  int i = 7;
  i *= 1.5;
  if (i != 10) return 3;
  i += 0.75f;
  if (i != 10) return 4;
  _Bool b = 0.1;
  if (!b || (_Bool)-0.0 || !(_Bool)(0.0 / 0.0)) return 5;
  unsigned long long u = 18446744073709551615ULL;
  if ((double)u != 18446744073709551616.0 || (long double)u == 18446744073709551616.0L) return 6;
  if ((float)0.1 == 0.1 || (double)0.1f == 0.1 || 0.1L == 0.1) return 7;
  char c = 'a';
  c = c + 1.0;
  if (c != 'b') return 8;
  double d = 3;
  if (d++ != 3.0 || --d != 3.0 || -d != -3.0 || !d) return 9;
  return 0;
}
