// EXPECT: true by bmc, value; any by cmc
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern void abort(void);
int *kept;
static int id(int c) {
  for (int n = 0; n < 3; n++) {
    int x[2] = {n, c};
    kept = x;
    if (kept[1] != c || kept[0] != n) reach_error();
    if (c == 1) break;
    if (c == 2) continue;
    if (c == 3) goto out;
    if (c == 4) return 4;
    kept = 0;
  }
out:
  return c;
}
static int again(void) {
  int n = 0, *p;
back: {
    int x = n++;
    p = &x;
    if (*p != n - 1) reach_error();
    if (n < 3) goto back;
    switch (*p) {
      case 1: { int y; p = &y; break; }
      case 2: { int y = 7; p = &y; if (*p != 7) reach_error(); }
      default: p = &x;
    }
    if (*p != 2) reach_error();
  }
  return n;
}
int main(void) {
  if (id(1) != 1 || id(2) != 2 || id(3) != 3 || id(4) != 4 || id(5) != 5) reach_error();
  if (again() != 3) reach_error();
  int *p = ({ int z = 4; int *q = &z; *q += 1; q; }) ? &(int){3} : 0;
  if (*p != 3) reach_error();
  return 0;
}
