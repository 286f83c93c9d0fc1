// EXPECT: false by kinduction
extern void reach_error(void); extern short __VERIFIER_nondet_short(void);
int main(void) {
  short most = __VERIFIER_nondet_short();
  long long side = 0, count = 0, cubes = 0;
  while (count < most) {
    count++;
    side++;
    cubes += side * side * side;
  }
  if (most * most != side * side) reach_error();
  return 0;
}
