// EXPECT: returns 0
int g, a[4] = {1, 2, 3, 0};
int changes(void) { return ++g; }
int reads(int x) { return x + g; }
int id(int x) { return x; }
int main(void) {
  int i = 0, j;
  if (i++ || i != 1) return 1;
  if (!(i++ && i == 2)) return 2;
  j = (i++, i++, i);
  if (j != 4) return 3;
  j = i++ ? i : -1;
  if (j != 5) return 4;
  g = changes();
  if (g != 1) return 5;
  g = 5, g = g + reads(2);
  if (g != 12) return 6;
  a[0] = changes() + 1;
  if (a[0] != 14 || g != 13) return 7;
  a[a[1]] = 7;
  if (a[2] != 7) return 8;
  i = 0;
  a[i++] += 3;
  if (a[0] != 17 || i != 1) return 9;
  j = id(i++) + (int)(0 * sizeof(i++));
  return j == 1 && i == 2 ? 0 : 10;
}
