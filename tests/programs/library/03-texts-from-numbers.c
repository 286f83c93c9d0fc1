// EXPECT: returns 161
int sprintf(char *, const char *, ...);
int snprintf(char *, __typeof__(sizeof 0), const char *, ...);
char *strtok(char *, const char *), *strpbrk(const char *, const char *), *strndup(const char *, __typeof__(sizeof 0));
int strcasecmp(const char *, const char *);
void *memccpy(void *, const void *, int, __typeof__(sizeof 0));
typedef struct { int quot, rem; } div_t;
div_t div(int, int);
unsigned sum;
void add(const char *s) {
  while (*s) sum = sum * 31 + (unsigned char)*s++;
  sum = sum * 7 + 1;
}
int main(void) {
  char b[80] = {0}, words[] = ",,a,bc,,d", copied[8] = {0};
  int n = sprintf(b, "%d|%5d|%-5d|%05d|%+d|% d|%.3d|%x|%#X|%#o", -42, 42, 42, -42, 7, 7, 5, 255u, 255u, 8u);
  add(b);
  n += snprintf(b, 10, "%s-%10s|%-4s|%.2s", "hello", "x", "ab", "xyz");
  add(b);
  n += sprintf(b, "%c%3c%-3c%%%hhd %hu %ld %llx %zu", 'a', 'b', 'c', 300, 70000, -5L, 0x123456789abcULL, (__typeof__(sizeof 0))4);
  add(b);
  n += sprintf(b, "%i %.0d %#x %5.3d %-8.4x|%08x %+05d", 0, 0, 0, 7, 0xabc, 0xbeef, 3);
  add(b);
  n += snprintf(0, 0, "%d", 12345);
  n += sprintf(b, "%lld %d", -9223372036854775807LL - 1, -2147483647 - 1);
  add(b);
  for (char *word = strtok(words, ","); word; word = strtok(0, ",")) add(word);
  char *copy = strndup("abcdef", 3), *end = memccpy(copied, "ab:cd", ':', 5);
  add(copy);
  add(strpbrk("hello", "lo"));
  n += end - copied;
  add(copied);
  div_t parts = div(-7, 2);
  n += parts.rem + parts.quot + div(9, 4).rem;
  return (n + strcasecmp("HeLLo", "hEllO")) ^ (sum & 127);
}
