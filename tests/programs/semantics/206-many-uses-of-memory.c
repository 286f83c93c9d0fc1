// EXPECT: returns 9
// ASSUMES: the result does not depend on the numeric values of addresses at 206-many-uses-of-memory.c, line 30; the result does not depend on the numeric values of addresses where memory with one is read as an integer; the result does not depend on what padding holds in local objects
// HIDDEN: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
struct s { int a, b; struct { char c[3]; } in; }; 
static struct s *find(struct s *v, int n, int k) { for (int i = 0; i < n; i++) if (v[i].a == k) return &v[i]; return 0; }
int count(void) { static int n; static struct s st = { 1, 2 }; static char *names[] = { "x", "y" }; int *p = &n; ++*p; st.b += n; return st.b + names[1][0] - 'y'; }
enum e { A, B, C = 10 };

int main(void) {
  struct s v[4] = { { 1, 2, { "ab" } }, { 3, 4 }, [3] = { .in = { { 'x' } }, .a = 9 } }; int r = 0;
  if (find(v, 4, 3) != v + 1 || find(v, 4, 8)) return 1;
  find(v, 4, 9)->in.c[1]++; if (v[3].in.c[1] != 1 || v[3].in.c[0] != 'x') return 2;
  count(); if (count() != 5 || count() != 8) return 3;
  int i = 0;
  goto inside;
  for (i = 0; i < 5; i++) { int q; inside: q = i + 1; r += q; int *pq = &q; *pq += 1; r += q; }
  if (r != 3 + 5 + 7 + 9 + 11) return 4;
  switch (i) { int z; case 5: z = 3; int *pz = &z; r = *pz; break; default: r = 0; }
  if (r != 3) return 5;
  int *pp[2] = { &i, &r }, **q = pp; if (**++q != 3) return 6; *q[-1] = 12; if (i != 12) return 7;
  int (*pa)[3]; int m[2][3] = { 1, 2, 3, 4, 5, 6 }; pa = &m[1]; if ((*pa)[2] != 6 || pa[-1][0] != 1 || sizeof *pa != 12) return 8;
  const char *str = i ? "yes" : "no"; if (str[0] != 'y') return 9;
  void *vp = i ? (void *)v : 0; if (((struct s *)vp)->b != 2) return 10;
  unsigned char by[sizeof(struct s)]; for (i = 0; i < (int)sizeof(struct s); i++) by[i] = ((unsigned char *)v)[i]; if (by[4] != 2 || by[8] != 'a') return 11;
  union { int i; short s[2]; struct { unsigned lo : 4, hi : 28; } b; char c; } u = { 0x12345678 }; if (u.s[1] != 0x1234 || u.b.lo != 8 || u.b.hi != 0x1234567 || u.c != 0x78) return 12; u.b.hi = 1; if (u.i != 24) return 13;
  _Bool bo[3] = { 4, 0, 1 }; if (bo[0] + bo[1] + bo[2] != 2) return 14; bo[1] = &u; if (!bo[1]) return 15; (*bo)--; if (*bo) return 16;
  int y = ({ struct s t = v[0]; t.b * 2; }); if (y != 4) return 17;
  y = (v[0].a = 7, v[0].a) + sizeof(v[0].in); if (y != 10) return 18;
  char cc = 200; char *pc = &cc; if (*pc != -56 || *(unsigned char *)pc != 200) return 19;
  unsigned long addr = (unsigned long)&v[2]; if ((struct s *)addr - v != 2 || addr % 4) return 20;
  short sh[3] = { 1, 2, 3 }, *ps = sh + 2; *ps-- += 5; *--ps *= 9; if (sh[2] != 8 || sh[0] != 9) return 21;
  if (&v[0].b != &v->b || (char *)&v[1] - (char *)v != sizeof *v || &v[1] <= &v[0]) return 22;
  long long ll[2] = { -1, 1LL << 40 }; int *pi = (int *)ll; if (pi[3] != 256 || pi[0] != -1) return 23;
  struct s cpy[2]; cpy[0] = cpy[1] = v[1]; if (cpy[0].b != 4) return 24;
  struct s *ps1 = cpy, *ps2 = v; *ps1++ = *ps2++; if (cpy[0].a != 7 || ps1 != cpy + 1) return 25;
  for (struct s *e = v + 4, *it = v; it != e; ++it) r += it->a; if (r != 3 + 7 + 3 + 9) return 26;
  return sizeof(enum e) + sizeof u + sizeof(pa) / sizeof(void *);
}
