// EXPECT: not supported: a call through a pointer of the library function printf | line 6
int printf(const char *, ...);
int main(void) {
  int n = 0;
  int (*print)(const char *, ...) = printf;
  print("x%n", &n);
  return n;
}
