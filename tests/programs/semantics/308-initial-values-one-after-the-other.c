// EXPECT: returns 0
// ASSUMES: the initial values at 308-initial-values-one-after-the-other.c, line 10, column 14 are computed in the order in which they are written; the initial values at 308-initial-values-one-after-the-other.c, line 11, column 24 are computed in the order in which they are written; the initial values at 308-initial-values-one-after-the-other.c, line 12, column 24 are computed in the order in which they are written; the initial values at 308-initial-values-one-after-the-other.c, line 13, column 24 are computed in the order in which they are written; the initial values at 308-initial-values-one-after-the-other.c, line 14, column 22 are computed in the order in which they are written; the initial values at 308-initial-values-one-after-the-other.c, line 15, column 22 are computed in the order in which they are written; the initial values at 308-initial-values-one-after-the-other.c, line 16, column 21 are computed in the order in which they are written; the initial values at 308-initial-values-one-after-the-other.c, line 17, column 23 are computed in the order in which they are written; the initial values at 308-initial-values-one-after-the-other.c, line 18, column 21 are computed in the order in which they are written; the initial values at 308-initial-values-one-after-the-other.c, line 19, column 21 are computed in the order in which they are written
extern void reach_error(void);
struct S { int a, b; char c; };
int g;
int inc(void) { return ++g; }
static void same(long a, long b, long c, int expected) { if (a * 100 + b * 10 + c != expected) reach_error(); }
int main(void) {
  int i = 1, *p = &i;
  int a[] = {i, i++, i};
  i = 1; struct S s = {i, i++, i};
  i = 1; struct S t = {i + 0, ++i, i * 1};
  g = 1; struct S u = {g, inc(), g};
  i = 1; long b[] = {i, i++, i};
  i = 1; int d[] = {*p, i++, *p};
  i = 1; int e[] = {i = 5, i, i = 6};
  i = 1; int h[] = {++i, ++i, i};
  i = 1; int k[] = {i += 2, i++, 0};
  g = 1; int l[] = {inc(), g, inc()};
  same(a[0], a[1], a[2], 112);
  same(s.a, s.b, s.c, 112);
  same(t.a, t.b, t.c, 122);
  same(u.a, u.b, u.c, 122);
  same(b[0], b[1], b[2], 112);
  same(d[0], d[1], d[2], 112);
  same(e[0], e[1], e[2], 556);
  same(h[0], h[1], h[2], 233);
  same(k[0], k[1], k[2], 330);
  same(l[0], l[1], l[2], 223);
  return 0;
}
