// EXPECT: true
// ARGS: --flow accelerate
//
// Steps that jump over the limit.

extern void reach_error(void);

int main(void) {
  int i = 0, k = 0;
  while (i < 1000000) {
    i = i + 3;
    k = k + 1;
  }
  if (i != 1000002 || k != 333334) {
    reach_error();
  }
  return 0;
}
