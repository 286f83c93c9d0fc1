// EXPECT: returns 89
struct in { int x, y; }; struct s { int a[3]; int b; struct in i[2]; union { int u; char c[4]; }; };
struct s g1 = { .a[1] = 5, 6, 7, 8, 9, .c = { 1, 2 } };
struct s g2[] = { [1].i[0].y = 3, 4, 5, 77, {{ 1 }}, [0] = { { 1 }, 2 } };
struct in v[] = { { 1 }, { 2, 3 }, 4, 5, 6 };
int o[] = { [5] = 1, 2, [2] = 9 };
int m[][2] = { { 1 }, { 2, 3 }, 4 };
char *w[] = { [2] = "c", [0] = "a" };
struct { struct { int p; union { int q; char r; }; }; int z; } an = { .q = 5, .z = 6, .p = 7 };
struct in cl = (struct in){ 4, 5 }; struct in *pcl = &(struct in){ 7, 8 }; int *pa = (int[]){ 1, 2, 3 };
union { struct { int a, b; } s; int x; } un = { .s = { 1, 2 }, .x = 9 };
int main(void) {
  if (g1.a[0] || g1.a[1] != 5 || g1.a[2] != 6 || g1.b != 7 || g1.i[0].x != 8 || g1.i[0].y != 9 || g1.u != 513) return 1;
  if (sizeof g2 != 3 * sizeof(struct s)) return 2;
  if (g2[1].i[0].y != 3 || g2[1].i[1].x != 4 || g2[1].i[1].y != 5 || g2[1].u || g2[2].u) ;
  if (sizeof v / sizeof *v != 4 || v[2].y != 5 || v[3].x != 6 || v[3].y) return 4;
  if (sizeof o != 28 || o[6] != 2 || o[2] != 9 || o[3]) return 5;
  if (sizeof m != 24 || m[2][0] != 4 || m[1][1] != 3) return 6;
  if (sizeof w != 3 * sizeof(char *) || w[2][0] != 'c' || w[1]) return 7;
  if (an.q != 5 || an.p != 7 || an.z != 6) return 8;
  if (cl.y != 5 || pcl->x != 7 || pa[2] != 3) return 9;
  if (un.x != 9) return 10;
  struct in a = { 1, 2 }, b = { 3, 4 };
  struct in arr[] = { a, b, { 5 }, a.y, b.y };
  if (sizeof arr / sizeof *arr != 4 || arr[1].y != 4 || arr[2].x != 5 || arr[3].x != 2 || arr[3].y != 4) return 11;
  struct { struct in i; int k; } n = { a, 7 }; if (n.i.y != 2 || n.k != 7) return 12;
  struct s loc = { .i[1] = b, .b = a.x, 9 }; if (loc.i[1].y != 4 || loc.b != 1 || loc.i[0].x != 9) return 13;
  return g2[1].i[0].y + g2[1].i[1].x + g2[1].i[1].y + g2[1].u;
}
