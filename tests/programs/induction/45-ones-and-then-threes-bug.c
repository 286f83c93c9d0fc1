// EXPECT: false by bmc
// The second phase begins at a number that is no multiple of three.
extern void reach_error(void);
int main(void) {
  unsigned x = 0;
  while (x < 4) {
    if (x < 2) x++;
    else x += 3;
  }
  if (x % 3 == 0) return 0;
  reach_error();
  return 0;
}
