// EXPECT: returns 165
struct { int x, y; } s;
int a[3];
int main(void) {
  int i = 0;
  s.x = s.y++ + s.x;
  a[0] = a[1] = a[2] = 4;
  s.x++ + s.y++;
  return s.x + s.y * 10 + a[1] * 100 - 256 * (i++ < 9);
}
