// EXPECT: true by kinduction
extern void reach_error(void);
int main(void) {
  unsigned int n = 3000000000u, x = n, y = 0;
  while (x > 0) {
    x--;
    y++;
  }
  if (y != n)
    reach_error();
  return 0;
}
