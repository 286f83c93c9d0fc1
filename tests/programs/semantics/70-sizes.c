// EXPECT: returns 0
int a[3], b[2][3];
long long f(void) { return 1 / 0; }
enum { E };
typedef short T;

int main(void) {
  int i = 1; char c = 1;
  if (!(sizeof(char) == 1)) return 1;
  if (!(sizeof(short) == 2)) return 2;
  if (!(sizeof(int) == 4)) return 3;
  if (!(sizeof(long long) == 8)) return 4;
  if (!(sizeof a == 12)) return 5;
  if (!(sizeof a / sizeof a[0] == 3)) return 6;
  if (!(sizeof b == 24)) return 7;
  if (!(sizeof b[0] == 12)) return 8;
  if (!(sizeof b[0][0] == 4)) return 9;
  if (!(sizeof(b[1]) / sizeof(b[1][0]) == 3)) return 10;
  if (!(sizeof(i++) == 4 && i == 1)) return 11;
  if (!(sizeof(int[5]) == 20)) return 12;
  if (!(sizeof(short[2][3]) == 12)) return 13;
  if (!(sizeof a[100] == 4)) return 14;
  if (!(sizeof f() == 8)) return 15;
  if (!(-1 < (int)sizeof(int))) return 16;
  if (!(sizeof(int) - 5 > 0)) return 17;
  if (!(sizeof(c = 5) == 1)) return 18;
  if (!(sizeof c++ == 1)) return 19;
  if (!(sizeof(E) == 4)) return 20;
  if (!(sizeof(T) == 2)) return 21;
  return 0;
}
