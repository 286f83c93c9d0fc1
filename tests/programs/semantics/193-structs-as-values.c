// EXPECT: returns -51
struct p { int x, y; char c[3]; };
struct p mk(int x, int y) { struct p r = { x, y, "ab" }; return r; }
struct p add(struct p a, struct p b) { a.x += b.x; a.y += b.y; a.c[0] += b.c[1]; return a; }
int sum(struct p a) { return a.x + a.y + a.c[0]; }
struct p id(struct p a) { return a; }
union u { int i; char c[4]; };
union u mku(int i) { return (union u){ .i = i }; }
int main(void) {
  struct p a = mk(1, 2), b = { 3, 4 };
  a = add(add(a, b), add(mk(5, 6), mk(7, 8)));
  if (a.x != 16 || a.y != 20) return 1;
  if (sum(id(id(mk(1, 2)))) != 3 + 'a') return 2;
  if (mk(3, 4).y != 4) return 3;
  b = a.x > 3 ? a : b;
  if (b.x != 16) return 4;
  struct p *q = &b; *q = mk(9, 9); if (b.y != 9) return 5;
  struct p arr[2] = { mk(1, 1), a }; if (arr[1].x != 16) return 6;
  (a = b).x; if (a.x != 9) return 7;
  struct p cc = (b.x = 4, b); if (cc.x != 4) return 8;
  if (mku(0x0102).c[1] != 1) return 9;
  int k = (struct p){ 4, 5 }.y; if (k != 5) return 10;
  struct p *lp = &(struct p){ 6, 7 }; lp->x++; if (lp->x + lp->y != 14) return 11;
  int *ip = (int[]){ 1, 2, 3 }; if (ip[2] != 3) return 12;
  if (sum((struct p){ 1, 2, { 3 } }) != 6) return 13;
  return sum(add(mk(1, 2), mk(3, 4)));
}
