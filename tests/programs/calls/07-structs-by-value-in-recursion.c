// EXPECT: returns 200
// ASSUMES: the result does not depend on what padding holds in local objects
struct s { int a; char b[3]; };
struct s step(struct s x, int n) {
  struct s y = x; y.a += n; y.b[n % 3]++;
  if (n == 0) return y;
  struct s z = step(y, n - 1);
  z.a += x.a; x.b[0] = 9; z.b[1] += y.b[1];
  return z; }
int main(void) { struct s o = {1, {1, 2, 3}}; struct s r = step(o, 5); return (r.a + r.b[0] * 3 + r.b[1] * 5 + r.b[2] * 7) & 255; }
