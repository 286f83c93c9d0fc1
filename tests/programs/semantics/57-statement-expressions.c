// EXPECT: returns 0
int main(void) {
  int y = 2;
  ({ ; });
  ({ y = 2; (void)0; });
  if (!(({ 5; }) == 5)) return 1;
  if (!(({ int x = 3; x++; x * y; }) == 8)) return 2;
  if (!(y == 2)) return 3;
  if (!(({ int y = 9; y; }) == 9)) return 4;
  if (!(y == 2)) return 5;
  if (!(sizeof(({ (char)1; })) == 1)) return 6;
  if (!(({ if (y) y = 4; y; }) == 4)) return 7;
  if (!((({ y++; }), y) == 5)) return 8;
  if (!(({ int s = 0; for (int i = 0; i < 4; i++) s += i; s; }) == 6)) return 9;
  return 0;
}
