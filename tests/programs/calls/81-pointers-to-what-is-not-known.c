// EXPECT: returns 7
// HIDDEN: 7
// ASSUMES: the format of printf at 81-pointers-to-what-is-not-known.c, line 8, column 10 has no %n
// GCC: no
int printf(const char *, ...);
int main(void) {
  int (*print)(const char *, ...) = printf;
  return print("x");
}
