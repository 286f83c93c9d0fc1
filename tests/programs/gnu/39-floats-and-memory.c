// EXPECT(ILP32): returns 56
// EXPECT(LP64): returns 64
typedef __typeof__(sizeof(0)) size_t;
void *malloc(size_t); void *calloc(size_t, size_t); void free(void *); void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t); char *strcpy(char *, const char *); size_t strlen(const char *);
int strcmp(const char *, const char *);
struct p { char c; float f; double d; long double l; struct { float x[3]; } in; };
union u { float f; unsigned i; unsigned char b[4]; double d; unsigned long long w; };
union ld { long double l; unsigned char b[16]; };
typedef struct { double re, im; } cpx;
static cpx mul(cpx a, cpx b) { cpx r = { a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re }; return r; }
static double g = 2.5; static float arr[4] = {1, 2.5f, -3}; static double *gp = &g;
static double sum(double *a, int n) { double s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
struct bf { int x:5; unsigned y:7; };
static double dbl(double x) { return 2 * x; }
static double (*fp)(double) = dbl;
int main(void) {
  struct p p = { 'a', 1.5f, -2.25, 3.5L, { { 1, 2, 3 } } }; static struct p q; static union u u;
  q = p; if (q.f != 1.5f || q.d != -2.25 || q.l != 3.5L || q.in.x[2] != 3) return 1;
  u.f = 1.0f; if (u.i != 0x3f800000u || u.b[3] != 0x3f) return 2;
  u.d = -2.0; if (u.w != 0xc000000000000000ULL) return 3;
  u.i = 0x40490fdb; if (u.f < 3.14f || u.f > 3.15f) return 4;
  cpx a = {1, 2}, b = {3, -1}, c = mul(a, b); if (c.re != 5 || c.im != 5) return 5;
  *gp += 1; if (g != 3.5 || *gp != 3.5) return 6;
  float *ap = arr + 1; ap++; *ap *= 2; if (arr[2] != -6 || arr[3] != 0) return 7;
  double *h = malloc(3 * sizeof *h); for (int i = 0; i < 3; i++) h[i] = i + 0.5;
  if (sum(h, 3) != 4.5) return 8;
  double *h2 = calloc(2, sizeof(double)); if (h2[1] != 0) return 9;
  memcpy(h2, h, 2 * sizeof(double)); if (h2[1] != 1.5) return 10;
  float f = 0; unsigned bits = 0x3fc00000u; memcpy(&f, &bits, 4); if (f != 1.5f) return 11;
  static struct bf s; s.x = -3.7; s.y = 100.9f; if (s.x != -3 || s.y != 100) return 12;
  int n = ({ typeof(h[0]) t = h[2]; __auto_type r = &t; *r *= 2; (int)*r; }); if (n != 5) return 13;
  if (fp(g) != 7) return 14;
  double *np = 0; double v = np ? *np : 1; if (v != 1) return 15;
  static union ld l; memset(&l, 0, sizeof l); l.l = 1; if (l.b[9] != 0x3f || l.b[7] != 0x80 || l.b[8] != 0xff) return 16;
  if (!(sizeof(struct p) >= 32)) return 30; long double *lp = &p.l; *lp = *lp / 2; if (p.l != 1.75L) return 17;
  int res = 0; if (__builtin_add_overflow(3, 4, &res)) return 31; int *rp = &res; if (__builtin_mul_overflow(1 << 30, 4, rp) == 0 || *rp != 0) return 18;
  char buf[8] = { 1 }; strcpy(buf, "abc"); if (strlen(buf) != 3 || strcmp(buf, "abd") >= 0) return 19;
  if (__builtin_offsetof(struct p, d) % 4) return 20;
  double d2[2][2] = { { 1, 2 }, { 3 } }; double (*row)[2] = &d2[1]; if ((*row)[0] != 3 || row[0][1] != 0) return 21;
  cpx *cp = &a; cp->im += 0.5f; if (a.im != 2.5 || cp[0].re != 1) return 22;
  float big = 1e10f; long long ll = big; short sh = 12.9; if (ll != 10000000000LL || sh != 12) return 23;
  int k = p.d < 0 ? p.f : 3; if (k != 1) return 24;
  free(h); free(h2);
  return sizeof(struct p) % 64 + sizeof(union ld);
}
