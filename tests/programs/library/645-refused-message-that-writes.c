// EXPECT: not supported: printf with such a format | line 5
extern void error(int, int, const char *, ...);
int main(void) {
  int x = 0;
  error(0, 0, "abc%n", &x);
  return x;
}
