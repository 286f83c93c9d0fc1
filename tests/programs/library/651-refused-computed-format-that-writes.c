// EXPECT: not supported: an output format with %n | <__coveriflow_format> | line 8
extern int printf(const char *, ...);
int main(void) {
  char f[] = "%Zn";
  unsigned long x = 5;
  printf(f, &x);
  return x == 0;
}
