// EXPECT: returns 0
int x = 3;
static int y = 4;
int main(void) {
  int x = 5;
  { extern int x; if (x != 3) return 1; x = 6; }
  if (x != 5) return 2;
  extern int y; extern int z[];
  y++;
  if (y != 5 || z[1] != 8) return 3;
  { extern int x; return x != 6; }
}
int z[2] = {7, 8};
