// EXPECT: true
// ARGS: --flow accelerate
//
// A counter of eight bits, promoted whenever it is used.

extern void reach_error(void);

int main(void) {
  unsigned char c = 0;
  int k = 0;
  while (c != 250) {
    c = c + 1;
    k = k + 2;
  }
  if (k != 500) {
    reach_error();
  }
  return 0;
}
