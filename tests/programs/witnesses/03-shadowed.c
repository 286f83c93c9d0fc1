// EXPECT: witnessed true by value
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int x = 7; static int after_use(void); static int limit = 3;
static int count(int x) { int y = 0; while (y < x) { int x = 5; y++; { int limit = y; x = limit; } } return y; }
int main(void) {
  int y = 2;
  for (int x = 0; x < limit; x++) { int y = x; while (y > 0) y--; count(y + x); }
  { enum { limit = 9 }; do { y++; } while (y < limit); }
  if (x != 7 || y != 9 || count(4) != 4) reach_error();
}
int late = 5;
