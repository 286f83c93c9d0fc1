// EXPECT: returns 427

struct __attribute__((packed)) pk { char a; int b; short c; int f : 3, g : 20; };
struct pu { char a; long long b; } __attribute__((__packed__));
typedef struct { char x; struct pk p[2]; struct { int y; } q; } __attribute__((packed)) T;
struct nx { char c; T t; int k; };
int main(void) {
  struct nx n = { 1, { 2, { { 3, 4, 5, 1, -7 }, { 6, 7, 8, -1, 9 } }, { 10 } }, 11 };
  if (n.t.p[1].g != 9 || n.t.p[0].g != -7 || n.k != 11 || n.t.q.y != 10) return 1;
  return sizeof(struct pk) + 3 * sizeof(struct pu) + 5 * sizeof(T) + 7 * sizeof n + __builtin_offsetof(struct nx, t.p[1].b) + (int)&((struct nx *)0)->k;
}
