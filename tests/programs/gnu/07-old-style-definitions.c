// EXPECT: returns 0
int f(a, b, c) char b; unsigned c; { return a + b + (c > 0); }
static half(x) { return x / 2; }
static counter;
long g(x) long x; { counter++; return x; }
main() {
  if (f(1, 258, -1) != 4) return 1;
  if (half(9) != 4) return 2;
  if (g(7L) != 7 || counter != 1) return 3;
  return later(4) != 5;
}
int later(x) int x; { return x + 1; }
