// EXPECT: returns 0
union pattern { double d; unsigned long long w; };
struct s { float a; long double c; int n; };
static struct s given = {0.5f, 2.25L, 7.9};
void half(double *p) { *p = *p / 2; }
int main(void) {
  union pattern u = {-0.0};
  if (u.w != 1ULL << 63) return 1;
  u.w = 0x7ff0000000000000;
  if (u.d != 1 / 0.0) return 2;
  double x = 3;
  half(&x);
  if (x != 1.5) return 3;
  struct s copy = given;
  copy.c += copy.a;
  if (copy.n != 7 || copy.c != 2.75L || given.c != 2.25L) return 4;
  long double many[3] = {1, 2, 3}, *p = many;
  if (*(p + 2) != 3 || p[1] * 2 != 4) return 5;
  return 0;
}
