// EXPECT: not supported: the input function scanf | line 5
int scanf(const char *, ...);
int main(void) {
  void *p = 0;
  return scanf("%p", &p);
}
