// EXPECT: returns 0
typedef struct { int a; int b; } pair;
pair one = {1, 2};
extern int grid[3][2];
int other(void);
int main(void) {
  if (grid[1][0] != 3 || grid[2][1] != 6) return 1;
  return other();
}
