// EXPECT: returns 0
struct row { short cells[3]; } rows[4];
int a[6];
long distance = &a[5] - &a[1], back = &a[1] - &a[5], of_rows = &rows[3] - rows, of_cells = &rows[1].cells[2] - &rows[1].cells[0];
static int numbers[3] = {[1] = &a[4] - (a + 1)};
static char second = "hello"[1], end = 2["ab"];
static unsigned char high = "\377"[0];
int main(void) {
  static long local = &a[2] - &a[6];
  int inner[3] = {0};
  long here = &inner[2] - inner;
  if (distance != 4 || back != -4 || of_rows != 3 || of_cells != 2 || local != -4 || here != 2) return 1;
  if (numbers[1] != 3) return 2;
  if (second != 'e' || end || high != 255) return 3;
  return "hello"[4] != 'o';
}
