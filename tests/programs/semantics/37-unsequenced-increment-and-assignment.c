// EXPECT: returns 0
extern void abort(void);
extern int __VERIFIER_nondet_int(void);
int g, a[3];
int two(int x, int y) { return x + y; }
int changes(void) { return g++; }
int counts(void) { static int n; return n++; }
int ends(int x) { if (x == 2) abort(); return x; }
int main(void) {
  int i = 1;
  i = i++;
  return 0;
}
