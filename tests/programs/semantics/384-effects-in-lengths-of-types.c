// EXPECT: not supported: an array length with a side effect within a type | line 5
int main(void) {
  int x = 1, a[++x], (*f)(int b[x++]) = 0;
  if (x != 2 || sizeof a != 2 * sizeof x || f) return 1;
  typedef int t[++x];
  return x == 3;
}
