// EXPECT: returns 0
int f(int a, int b, int c) { if (!(a && !(b || !c)) == !(!a || b || !c)) return 1; return (!a || (b ? c : !c)) + 2 * !(a > b && b > c); }
int main(void) {
  int sum = 0;
  for (int i = 0; i < 8; i++) sum = sum * 4 + f(i & 1, i >> 1 & 1, i >> 2);
  return sum == 65263 ? 0 : 1;
}
