// EXPECT: returns 0
int f(int jump) {
  int i = 5, n = 0;
  if (jump) goto inside;
  for (i = 0; i < 8; i++) {
    n += 10;
  inside:
    n++;
  }
  return n;
}
int g(int n) {
  int sum = 0;
  goto test;
  do {
    sum += n;
    { int unused = 3; (void)unused; }
  test: n--;
  } while (n > 0);
  return sum;
}
int main(void) {
  if (f(0) != 88) return 1;
  if (f(1) != 23) return 2;
  if (g(4) != 6) return 3;
  return 0;
}
