// EXPECT: returns 17
void add(int *p) { *p += 1; }
int old(x, y) int x; int *y; { add(&x); return x + *y; }
int f(int x, int g(int x)) { int *p = &x; *p += 1; return g(x); }
int twice(int x) { return 2 * x; }
int g = 1;
int outer(void) { extern int g; int *p = &g; { int g = 5; g++; } return *p; }
int inner(void) { int g = 4; { extern int g; add(&g); } return g; }
int main(void) {
  int a[2] = { 1, 2 }, x = 1, sum = 0;
  if (sizeof(enum { y = 1 }) == 0) (void)sizeof(enum { x = 9 }); else add(&x);
  { int a = 3; int *p = &a; sum += *p; }
  x: sum += a[x - 1];
  { int *q = a; int a[1] = { 0 }; sum += q[0] + a[0]; }
  sum += f(1, twice);
  if (outer() != 1 || inner() != 4 || g != 2) return 1;
  { __typeof__(&x) x = 0; sum += !x; }
  int b = 1;
  sum += old(b, &b);
  return sum + b + g;
}
