// EXPECT: true by value states=3000, refined states=3000; any by symbolic
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int table[4] = {3, 1, 2, 0}, i = 0, steps = 0;
  if (__VERIFIER_nondet_int()) table[1] = 7;
  while (steps < 3) {
    i = table[i];
    if (i == 1) break;
    steps++;
  }
  if (i == 2) reach_error();
  return 0;
}
