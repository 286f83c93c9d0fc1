// EXPECT: returns 6
// ASSUMES: the program's own function scanf is called, not that of the C library; the program's own function fesetround is called, not that of the C library; the program's own function strtol is called, not that of the C library
int scanf(const char *format) { return format[0] == '%'; }
int fesetround(int direction) { return direction + 1; }
long strtol(const char *s, char **end, int base) { return base; }
int atoi(const char *);
int main(void) {
  int found = scanf("%d") + fesetround(1);
  found += (int)strtol("7", 0, 1);
  found += atoi("2");
  return found;
}
