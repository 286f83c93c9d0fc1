// EXPECT: returns 0
// INPUTS: 3
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  short a[n], m[2][n];
  n = 7;
  __typeof__(a) b;
  __typeof__(m) c;
  __typeof__(m[0]) row;
  __typeof__(a[0]) element = 70000;
  a[1] = 1; b[1] = 2; m[1][2] = 3; c[1][2] = 4; row[2] = 5;
  if (sizeof b != 6 || sizeof c != 12 || sizeof row != 6 || sizeof c[1] != 6 || element != 4464) reach_error();
  if (a[1] != 1 || b[1] != 2 || m[1][2] != 3 || c[1][2] != 4 || row[2] != 5) reach_error();
  return 0;
}
