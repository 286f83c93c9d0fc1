// EXPECT: undefined
int a[3], b[2][2];
int main(void) {
  int m = -1;
  return (-2147483647 - 1) % m;
}
