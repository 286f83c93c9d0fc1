// EXPECT: returns 0
// ASSUMES: a local object of the function keeps is not used when there is a new one in its place
// GCC: no
extern void reach_error(void);
int *kept;
void keeps(int v) {
  int x = v;
  if (kept && *kept != x)
    reach_error();
  kept = &x;
}
void deeper(int v) {
  char pad[100] = {0};
  for (int i = 0; i < 100; i++)
    pad[i] = 7;
  keeps(v + pad[3] - 7);
}
int main(void) {
  keeps(1);
  deeper(2);
  return 0;
}
