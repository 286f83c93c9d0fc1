// EXPECT: true
// ARGS: --flow default
//
// mid, after Fig. 1 of "Parallel Program Analysis via Range Splitting" (Haltermann, Jakobs,
// Richter, Wehrheim, 2023): the middle one of three values. Six paths, no loop.
//
// The check: a value is the middle one exactly if two of the three are at most as large,
// and two are at least as large.

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int mid(int x, int y, int z) {
  if (x < y) {
    if (y < z) {
      return y;
    } else if (x < z) {
      return z;
    } else {
      return x;
    }
  } else if (x < z) {
    return x;
  } else if (y < z) {
    return z;
  } else {
    return y;
  }
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = __VERIFIER_nondet_int();
  int z = __VERIFIER_nondet_int();
  int m = mid(x, y, z);
  int not_above = (x <= m) + (y <= m) + (z <= m);
  int not_below = (x >= m) + (y >= m) + (z >= m);
  if (not_above < 2 || not_below < 2) {
    reach_error();
  }
  return 0;
}
