// EXPECT(ILP32): returns 368
// EXPECT(LP64): returns 448
struct in { char c; short s; union { int i; char b[4]; }; struct { int q; long long w; } n; };
struct out { struct in a[2][3]; int *p; struct out *next; };
struct out g = { .a = { [1] = { [2] = { 1, 2, { 0x01020304 }, { 5, 6 } } } }, .p = &g.a[1][2].n.q };
int main(void) {
  int r = 0;
  if (g.a[1][2].b[0] != 4) return 1;
  if (*g.p != 5) return 2;
  g.next = &g;
  g.next->next->a[1][2].n.w += 3;
  if (g.a[1][2].n.w != 9) return 3;
  struct out l = g;
  l.a[0][0].i = -1;
  if (l.a[0][0].b[3] != -1) return 4;
  if (g.a[0][0].i) return 5;
  struct in (*row)[3] = l.a;
  if (row[1][2].s != 2) return 6;
  if (&row[1] - row != 1) return 7;
  if ((char *)&row[1][0] - (char *)&row[0][0] != 3 * sizeof(struct in)) return 8;
  return sizeof(struct out) + sizeof(l.a) + sizeof l.a[0] + sizeof(*row);
}
