// EXPECT: returns 174
// HIDDEN: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
int f(int n, double d) {
  float k = n / 2.0f; _Bool odd = n & 1; long long w = (long long)n << 33; int i = 0;
again:
  if (i < n) { i++; d += f(n - i - 1, d + k); if (i < 3) goto again; }
  switch (n) {
    case 2: w++;
    case 3: { struct { int x, y; } p = { i, n }; w += f(p.x - 2, 1.5) + p.y; break; }
    default: w ^= 5; }
  return (int)(w >> 33) + (int)d + odd + (int)k; }
int main(void) { return f(5, 0.25) & 255; }
