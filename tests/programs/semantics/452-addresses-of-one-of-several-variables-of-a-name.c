// EXPECT: returns 66
void set(int *p) { *p = 7; }
static int cache(int *cache) { return *cache; }
int g = 1, h = 2;
static int k(int g) { return g + 1; }
int main(void) {
  int x = 1, y = 2, z = 3;
  { int *p = &x; int x = 5; set(p); y += x; x++; }
  for (int z = 0; z < 2; z++) y += z;
  set(&z);
  { int h = 4; set(&h); y += h; }
  static int s = 3;
  { static int s = 4; int *q = &s; *q += 1; y += s; }
  s++;
  enum { e = 3 };
  struct { int y; } r = { 3 };
  set(&r.y);
  y += r.y + e;
  int w = 3;
  if (y) w = ({ int w = 3; set(&w); w; });
  return x + y + z + s + k(g) + cache(&z) + w + h;
}
