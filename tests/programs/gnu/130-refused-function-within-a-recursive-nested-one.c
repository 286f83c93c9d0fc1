// EXPECT: not supported: a function within a recursive function | line 14
extern void reach_error(void);

int main(void)
{
  int sum = 0;
  int outer(int n)
  {
    int inner(int m)
    {
      sum += n * m;
      return sum;
    }
    return n ? inner(n) + outer(n - 1) : 0;
  }
  if (outer(3) == 36) reach_error();
  return 0;
}
