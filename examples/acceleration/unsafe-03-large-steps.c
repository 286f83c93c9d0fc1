// EXPECT: false
// ARGS: --flow accelerate
//
// Steps that jump over the limit: with a deep bug.

extern void reach_error(void);

int main(void) {
  int i = 0, k = 0;
  while (i < 1000000) {
    i = i + 3;
    k = k + 1;
  }
  if (i == 1000002) {
    reach_error();
  }
  return 0;
}
