// EXPECT(ILP32): returns 11
// EXPECT(LP64): returns 126
struct s { char a; int b __attribute__((packed)); };
struct __attribute__((packed)) u { char a; int b; long long c; };
struct v { int x; __attribute__((aligned(16))) int b; int __attribute__((aligned)) c, d; int e[2] __attribute__((aligned(8))); };
struct w { char c; struct u in; struct { char c; int d; } r __attribute__((packed)); struct { char c; int d; } __attribute__((packed)) q; } __attribute__((packed, aligned(2)));
struct b { char c; int x:3; int y:30; long long z:40; } __attribute__((packed));
struct b2 { char c; int x:3; int y:30; };
struct al { char c; _Alignas(16) char gg; _Alignas(long long) char d; };
typedef struct { char c; long long l; } __attribute__((packed)) P;
struct y { char c; P p; short s; };
union un { char c[3]; int i; } __attribute__((packed));
struct m { char a; int b __attribute__((packed, aligned(2))); };
struct __attribute__((aligned(4))) sm { char c; };
int main(void) {
  struct u u = {1, 2, 3}; static struct b b; static struct w w; int sum = 0;
  int sizes[] = { sizeof(struct s), sizeof(struct u), sizeof(struct v), sizeof(struct w), sizeof(struct b), sizeof(struct b2), sizeof(struct al), sizeof(P), sizeof(struct y), sizeof(union un), sizeof(struct m), sizeof(struct sm) };
  int i = 0; for (i = 0; i < 12; i++) sum = sum * 7 + sizes[i];
  b.c = 1; b.x = 2; b.y = 123456; b.z = -987654321LL;
  if (b.x != 2 || b.y != 123456 || b.z != -987654321LL || b.c != 1) return 1;
  unsigned char *q = (unsigned char *)&b; for (i = 0; i < sizeof b - 1; i++) sum = sum * 3 + q[i];
  int *up = &u.b; *up = 70000; if (u.b != 70000 || u.c != 3 || u.a != 1) return 2;
  w.in = u; w.q.d = 5; w.r.d = 6; w.q.c = 1; if (w.in.b != 70000 || w.q.d != 5) return 3;
  sum += ((char*)&w.q.d - (char*)&w) * 1000 + ((char*)&w.r.d - (char*)&w);
  static struct v v; static struct al al; static struct m m; static struct y y;
  sum = sum * 31 + ((char*)&v.b - (char*)&v); sum = sum * 31 + ((char*)&v.c - (char*)&v);sum = sum * 31 + ((char*)&v.d - (char*)&v);sum = sum * 31 + ((char*)&v.e - (char*)&v);
  sum = sum * 31 + ((char*)&al.gg - (char*)&al); sum = sum * 31 + ((char*)&al.d - (char*)&al); sum = sum * 31 + ((char*)&m.b - (char*)&m);sum = sum * 31 + ((char*)&y.s - (char*)&y);
  return (sum ^ (sum >> 8) ^ (sum >> 16)) & 127;
}
