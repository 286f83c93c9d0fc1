// EXPECT: not supported: printf with such a format | line 5
extern int printf(const char *, ...);
int main(void) {
  int x = 0;
  printf("abc%1$n", &x);
  return x;
}
