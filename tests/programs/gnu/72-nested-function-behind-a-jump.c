// EXPECT: returns 4
// INPUTS: 1
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int()) goto on;
  int x;
  x = 1;
on:;
  void set(int i) { x = x + i; }
  x = 2;
  set(2);
  return x;
}
