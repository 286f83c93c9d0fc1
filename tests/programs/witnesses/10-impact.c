// EXPECT: witnessed true by impact
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int lock; static unsigned char small;
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0, j = 0, *where = &lock;
  if (n < 0 || n > 50) return 0;
  while (i < n) { if (*where != 0) reach_error(); lock = 1; i++; j = i; *where = 0; small = i > 3; }
  if (lock != 0 || j > n || small > 1) reach_error();
}
