// EXPECT: not supported: printf with such a format | line 5
extern int printf(const char *, ...);
int main(void) {
  int x = 5;
  printf((const char *)"ab%n", &x);
  return x;
}
