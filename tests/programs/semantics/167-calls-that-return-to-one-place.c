// EXPECT: returns 0
int f(int x) { return x * 2; }
void note(void) { }
int main(void) {
  int a = 0, b = 0;
  for (int i = 0; i < 4; i++) {
    if (i & 1) a = f(i); else b = f(i);
    if (i == 2) note(); else f(i);
  }
  return a == 6 && b == 4 ? 0 : 1;
}
