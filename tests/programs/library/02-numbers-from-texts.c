// EXPECT: returns 0
// ASSUMES: string literals whose ends are alike do not share their bytes, as compared at 02-numbers-from-texts.c, line 20, column 33
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
long long strtoll(const char *, char **, int);
unsigned long long strtoull(const char *, char **, int);
int atoi(const char *);
long atol(const char *);
double difftime(long, long);
int main(void) {
  char *end = 0, *word = "abc";
  if (strtol("  -0x1Fg", &end, 0) != -31 || *end != 'g') return 1;
  if (strtol("99999999999999999999", &end, 10) != (long)(~0UL >> 1) || *end) return 2;
  if (strtol("-99999999999999999999", 0, 10) != -(long)(~0UL >> 1) - 1) return 3;
  if (strtoul("-5", 0, 10) != -5UL || strtoul("99999999999999999999", 0, 10) != ~0UL) return 4;
  if (strtoull("18446744073709551615", 0, 10) != ~0ULL) return 5;
  if (strtol("0x", &end, 16) != 0 || *end != 'x') return 6;
  if (strtol("zZ", &end, 36) != 35 * 36 + 35) return 7;
  if (strtol("-2147483648", 0, 10) != -2147483647 - 1) return 8;
  if (strtol(word, &end, 10) || end != word) return 9;
  if (strtol("077", 0, 0) != 63 || strtoll("-0778", &end, 8) != -63 || *end != '8') return 10;
  if (atoi(" +12x") != 12 || atol("\t-7") != -7 || strtol("5", &end, 1) != 0) return 11;
  if (strtoll("-9223372036854775808", 0, 0) != -9223372036854775807LL - 1) return 12;
  if (difftime(5, 9) != -4 || difftime((long)(~0UL >> 1), -(long)(~0UL >> 1)) <= 0) return 13;
  return 0;
}
