// EXPECT: returns 0
/* Where only the sign is asked for, nothing comes from outside. */
typedef unsigned long size_t;
extern int isdigit(int), isalpha(int), isspace(int), strcmp(const char *, const char *);
extern int strncmp(const char *, const char *, size_t), memcmp(const void *, const void *, size_t);
extern int strcasecmp(const char *, const char *), strncasecmp(const char *, const char *, size_t);
int main(void) {
  const char *s = "12 ab";
  int n = 0;
  while (isdigit(*s)) s++;
  for (; isspace(*s); s++) n++;
  do n++; while (!isdigit(*s) && isalpha(*s++));
  if (n != 4 || (isdigit('0') ? 0 : 1) || isalpha('0') != 0 || 0 == isalpha('a')) return 1;
  if (strcmp("apple", "azure") >= 0 || strcmp("b", "a") <= 0 || 0 > strcmp("b", "a") || strcmp("a", "a")) return 2;
  if (memcmp("\xff", "a", 1) < 0 || memcmp("abc", "abd", 2) || !memcmp("abc", "abd", 3)) return 3;
  if (strncmp("abc", "abd", 2) != 0 || strncmp("abc", "abd", 3) > 0 || strcasecmp("aB", "Ab") != 0) return 4;
  return strncasecmp("aBc", "AbD", 3) < 0 ? __builtin_strcmp("x", "y") == 0 : 5;
}
