// EXPECT: true
// ARGS: --flow accelerate
//
// A loop with two phases: two paths, each for many iterations.

extern void reach_error(void);

int main(void) {
  int x = 0, y = 0;
  while (x < 1000000) {
    if (x < 500000) {
      y = y + 1;
    } else {
      y = y - 1;
    }
    x = x + 1;
  }
  if (y != 0) {
    reach_error();
  }
  return 0;
}
