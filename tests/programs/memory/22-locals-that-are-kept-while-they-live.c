// EXPECT: true by bmc, value; any by cmc
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
struct s { int *p; int a[3]; } g;
int *keep;
void set(int v) { int x[3]; for (int i = 0; i < 3; i++) x[i] = v; g.p = x; if (g.p[1] != v) reach_error(); g.p = 0; }
void chain(int *p, int d) { int y = d; keep = &y; *p += *keep; keep = p; }
int main(void) {
  int z = 1;
  set(3); set(4);
  chain(&z, 5); chain(&z, 6);
  if (*keep != 12) reach_error();
  return 0;
}
