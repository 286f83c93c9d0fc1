// EXPECT: returns 28
// EXPECT(ILP32): returns 24
int main(void) {
  double a[3] = {1, [2] = 2.5};
  if (a[1] != 0 || a[0] + a[2] != 3.5) return 1;
  return sizeof(float) + sizeof a[0] + sizeof(long double);
}
