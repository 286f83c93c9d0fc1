// EXPECT: returns 0
// ASSUMES(ILP32): the result does not depend on the numeric values of addresses where memory with one is read as an integer; the result does not depend on what padding holds in local objects
// ASSUMES(LP64): the result does not depend on the numeric values of addresses where memory with one is read as an integer
void *memcpy(void *d, const void *s, unsigned long n); void *memset(void *d, int c, unsigned long n);
void *calloc(unsigned long n, unsigned long size);
union any { double d; long long l; char *p; unsigned char b[8]; };
struct outer { char name[3]; union any u; struct { short a, b; } in[2]; _Bool flag; long double wide; };
int main(void) {
  struct outer *x = calloc(2, sizeof(struct outer)), y;
  if (x[1].u.l || x[1].in[1].b || x[0].flag || x[0].wide != 0) return 1;
  memcpy(x[0].name, "ab", 3);
  x->u.d = 1.5;
  x->in[1].a = 258;
  x->flag = 1;
  x->wide = 2.5L;
  x[1] = x[0];
  y = x[1];
  if (y.name[1] != 'b' || y.name[2] || y.u.d != 1.5 || y.in[1].a != 258 || !y.flag || y.wide != 2.5L) return 2;
  memcpy(&y.in[0].b, &y.in[1].a, 2);
  memcpy((char *)&y.in[0] + 1, (char *)&y.in[1] + 1, 1);
  if (y.in[0].b != 258 || y.in[0].a != 256) return 3;
  y.u.p = (char *)&y.in[1].b;
  union any z = y.u, w = {0};
  *(short *)z.p = 77;
  if (y.in[1].b != 77 || w.l) return 4;
  memset(&y.in, 1, 5);
  if (y.in[0].a != 257 || y.in[0].b != 257 || y.in[1].a != 257 || y.in[1].b != 77) return 5;
  memset(&y.in[1], y.in[0].a, 3);
  if (y.in[1].a != 257 || y.in[1].b != 77 - 76) return 6;
  return 0;
}
