// EXPECT: undefined
struct a { int a[3]; };
union u { struct a x; struct { int p; struct a y; } z; int m[4]; };
int main(void) {
  union u u = {{{0}}};
  u.m[0] = 1; u.m[1] = 2; u.m[2] = 3; u.m[3] = 4;
  u.z.y = u.x;
  return u.m[3];
}
