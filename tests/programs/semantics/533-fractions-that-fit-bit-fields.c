// EXPECT: returns 0
struct s { int d : 5; unsigned e : 3; _Bool b : 1; } g = {-16.0, 7.9, 0.5};
int main(void) {
  struct s s = {0};
  s.d = -16.9; s.e = 7.9f; s.b = 256.5;
  if (s.d != -16 || s.e != 7 || s.b != 1) return 1;
  return g.d != -16 || g.e != 7 || g.b != 1;
}
