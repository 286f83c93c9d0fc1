// EXPECT: false by bmc, value; any by cmc
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
struct big { int a[2000]; }; struct small { int a; char b; };
static struct small found(int x) { if (x) { struct small s = {x, 2}; return s; } }
static struct big large(void) { struct big b = {{1}}; return b; }
int main(void) {
  if (large().a[0] != 1 || found(3).a != 3) return 0;
  found(0);
  reach_error();
  return 0;
}
