// EXPECT: false
// ARGS: --flow accelerate
//
// The sum of an arithmetic series: with a deep bug.

extern void reach_error(void);

int main(void) {
  unsigned int s = 0, i = 0;
  while (i < 5000) {
    s = s + i;
    i = i + 1;
  }
  if (s == 12497500) {
    reach_error();
  }
  return 0;
}
