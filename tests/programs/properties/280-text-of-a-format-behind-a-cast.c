// EXPECT: false by flow:default
// PROPERTY: memory-safety
extern int printf(const char *, ...);
int main(void) {
  char b[2] = {'a', 'b'};
  printf((const char *)"%s", b);
  return 0;
}
