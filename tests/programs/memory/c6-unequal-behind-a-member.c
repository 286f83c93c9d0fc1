// EXPECT: false by bmc assuming nothing; false by value, cmc
extern void reach_error(void);
struct { int x[2]; } a, b;
int main(void) {
  int *p = a.x + 2, *q = b.x;
  if (p != q) {
    return 0;
  }
  reach_error();
}
