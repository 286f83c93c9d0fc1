// EXPECT: returns 0
// ASSUMES: a local object of the function seen is not used when there is a new one in its place
// GCC: no
extern void reach_error(void);
int *kept;
void seen(void) {
  int x = 1;
  if (kept && kept != &x)
    reach_error();
  kept = &x;
}
void deeper(void) {
  int pad[50] = {0};
  pad[0] = 1;
  seen();
}
int main(void) {
  seen();
  deeper();
  return 0;
}
