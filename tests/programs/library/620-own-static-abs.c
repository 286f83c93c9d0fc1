// EXPECT: returns 7
static int abs(int n)
{
  return n + 10;
}

int main(void)
{
  return abs(-3);
}
