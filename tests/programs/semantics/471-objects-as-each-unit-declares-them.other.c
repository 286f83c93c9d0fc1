struct tagged { int a; float b; };
extern struct tagged one;
int grid[2][3] = {1, 2, 3, 4, 5, 6};
int other(void) {
  if (one.a != 1 || one.b == 2 || grid[1][0] != 4) return 2;
  one.b = 1;
  return *(int *)&one.b != 0x3f800000;
}
