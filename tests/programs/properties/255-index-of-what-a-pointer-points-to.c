// EXPECT: true by flow:value cpu=10; true by flow:bmc cpu=10
// PROPERTY: undefined-behaviour
int a[8], m[3][4];
int row(int (*p)[4], int i) { return (*p)[i]; }
int from(int **q, int i) { return (*q)[i] + i[*q]; }
int main(void) {
  int x = 2, y = 3, *r = m[1] + 1;
  return row(m + 2, 3) + from(&r, 2) + (x * y)[a] + (-1 + x)[a];
}
