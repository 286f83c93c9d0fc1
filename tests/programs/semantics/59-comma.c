// EXPECT: returns 0
int main(void) {
  int i;
  for (int a = 0, b = 9; a < b; a++, b--) i = a;
  if (!((1, 2) == 2)) return 1;
  if (!((i = 3, i + 1) == 4)) return 2;
  if (!(i == 3)) return 3;
  if (!(sizeof((char)1, (char)2) == 1)) return 4;
  if (!((i++, i++, i) == 5)) return 5;
  if (!(((void)0, 1) == 1)) return 6;
  return 0;
}
