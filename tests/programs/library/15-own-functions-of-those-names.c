// EXPECT: returns 6
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
