// EXPECT: returns 0
struct field {
  unsigned long long a : 33;
  long long b : 40;
};
static long long twice(struct field *f) { return f->b++ * 2; }
int main(void) {
  struct field f = {8589934591ULL, -549755813887LL - 1};
  if ((f.a, f.a) + 1 || (f.b ? f.a : f.a) + 1 || f.a++ != 8589934591ULL || f.a) return 1;
  if (twice(&f) || f.b != -549755813887LL || f.b-- + f.a != -549755813887LL || f.b - 1 < 0) return 2;
  f.a = f.b = 5;
  return (f.a += f.b) << 30 >> 30 != 2 || (f.a -= 11) != 8589934591ULL;
}
