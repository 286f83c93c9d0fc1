// EXPECT: true by kinduction
extern void reach_error(void); extern short __VERIFIER_nondet_short(void);
int main(void) {
  short most = __VERIFIER_nondet_short();
  long long side = 0, count = 0, cubes = 0;
  while (count < most) {
    if (4 * cubes != side * side * (side + 1) * (side + 1)) reach_error();
    count++;
    side++;
    cubes += side * side * side;
  }
  if (4 * cubes != side * side * (side + 1) * (side + 1)) reach_error();
  if (most * side != side * side) reach_error();
  return 0;
}
