// EXPECT: returns 3
// HIDDEN: 9
// GCC: no
int printf(const char *, ...);
static int (*print)(const char *, ...) = printf;
int main(void) {
  int n = 3;
  print("n=%d\n", n);
  return n;
}
