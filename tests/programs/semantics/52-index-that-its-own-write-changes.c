// EXPECT: returns 0
int main(void) {
  int a[4] = {0, 2, 0, 1};
  if (!(--a[a[0]] == -1)) return 1;
  if (!(a[0] == -1)) return 2;
  if (!((a[a[1] & 3] = 3) == 3)) return 3;
  if (!(a[2] == 3 && a[1] == 2)) return 4;
  if (!((a[a[2]] += 9) == 10)) return 5;
  if (!(a[3] == 10)) return 6;
  if (!(a[a[1]]++ == 3)) return 7;
  if (!(a[2] == 4)) return 8;
  return 0;
}
