// EXPECT: true by flow:default
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
struct big { char text[5000]; int n; };
static int fill(char *p, int i) { p[i] = 5; return p[i] + p[4999]; }
static int f(int i) { char buf[6000]; struct big b; int m[70][70]; b.n = sizeof(buf); b.text[4999] = 1; buf[4999] = 2; m[69][i % 70] = b.n;
  int *q = &m[69][0];
  if (q[i % 70] != 6000 || sizeof b.text != 5000 || sizeof(m[0]) != 280) reach_error();
  return fill(buf, i) + fill(b.text, i); }
int main(void) { int r = 0; for (int i = 0; i < 4; i++) r += f(i); if (r != 4 * (10 + 3)) reach_error(); return 0; }
