// EXPECT: returns 0
a[][3]; struct c d; struct c { int x; char y; } *pd = &d; union U u; union U { int s; }; int t[];
enum E { Q = 5 }; enum E en;
const unsigned int k1 = 3; 
char sa[1][2][5] = {"1234", "ab"}; char sb[2][5] = {"12", {"34"}};
extern const char *abc2[]; const char *abc2[] = {"Hallo", "Welt"};
int main(void) {
  int (*row)[3] = a; int x = 0, y = {7, 8}; int ar[2] = {1,2,3}; struct { int p, q; } s = {1,2,3}, s2 = {0, {4}};
  if (a[0][2] || d.x || u.s || sizeof(sa) != 10 || en) return 1;
  if (x || y != 7 || ar[1] != 2 || s.q != 2 || s2.q != 4) return 2;
  if (sa[0][0][3] != '4' || sa[0][1][1] != 'b' || sa[0][1][2] || sb[1][0] != '3') return 3;
  struct in { struct v { int j; } v; } in = { -1 };
  struct out { struct in u; struct t { int e, f; } t; int m; } o = { in.v, 1, .t.f = 2, 3 };
  if (o.u.v.j != -1 || o.t.e != 1 || o.t.f != 2 || o.m != 3) return 4;
  d.y = 3; if (pd->y != 3 || abc2[1][0] != 'W') return 5; t[0] = 2; if (t[0] != 2) return 6;
  return 0; }
