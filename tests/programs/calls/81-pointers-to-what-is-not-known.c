// EXPECT: not supported: a call through a pointer to printf, which the program does not define, | line 6
// GCC: no
int printf(const char *, ...);
int main(void) {
  int (*print)(const char *, ...) = printf;
  return print("x");
}
