// EXPECT: true by kinduction
// No short execution shows that the second phase keeps the distance from its first number a multiple of three.
extern void reach_error(void);
int main(void) {
  unsigned x = 0;
  while (x < 30000000) {
    if (x < 1000000) x++;
    else x += 3;
  }
  if (x % 3 != 1) reach_error();
  return 0;
}
