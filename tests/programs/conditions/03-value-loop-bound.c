// EXPECT: unknown by value loop_bound=3
// INPUTS: 0..7
// COVERS: 50%
//
// As many iterations as the input says: 0 to 3 of them are within the bound.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int x = 0;
  if (n == 0) n = 0; else if (n == 1) n = 1; else if (n == 2) n = 2; else if (n == 3) n = 3; else n = 9;
  while (x < n) {
    x++;
  }
  if (x != n) reach_error();
  return x;
}
