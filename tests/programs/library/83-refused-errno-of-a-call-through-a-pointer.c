// EXPECT: not supported: the library function open, which may set errno, | line 4
extern int *__errno_location(void); extern int open(const char *, int, ...);
int main(void) { int (*p)(const char *, int, ...) = open; *__errno_location() = 0;
  p("/nonexistent/x", 0); return *__errno_location(); }
