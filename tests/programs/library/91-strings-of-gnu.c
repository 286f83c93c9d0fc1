// EXPECT: returns 0
typedef __typeof__(sizeof(int)) size_t;
char *stpncpy(char *, const char *, size_t), *strchrnul(const char *, int), *strcasestr(const char *, const char *);
void *rawmemchr(const void *, int), *memmem(const void *, size_t, const void *, size_t);
extern void reach_error(void);
static char text[] = "Hello World", bracket[] = "[", empty[] = "", twice[] = "aaB";
int main(void) {
  char to[6] = "zzzzz";
  if (stpncpy(to, "ab", 5) != to + 2 || to[4] || to[2] || to[1] != 'b' || to[5]) reach_error();
  if (stpncpy(to, "abcdef", 5) != to + 5 || to[4] != 'e' || to[5]) reach_error();
  if (stpncpy(to, "", 0) != to || to[0] != 'a') reach_error();
  if (stpncpy(to, "xy", 2) != to + 2 || to[2] != 'c') reach_error();
  if (strchrnul(text, 'o') != text + 4 || strchrnul(text, 'x') != text + 11 || strchrnul(text, 0) != text + 11)
    reach_error();
  if (strcasestr(text, "WORLD") != text + 6 || strcasestr(text, "l W") != 0 || strcasestr(text, "") != text)
    reach_error();
  if (strcasestr(text, "world!") || strcasestr(bracket, "{") || strcasestr(empty, "a") || strcasestr(twice, "AB") != twice + 1)
    reach_error();
  if (rawmemchr(text, 'W') != text + 6 || rawmemchr(text, 0) != text + 11) reach_error();
  if (memmem(text, 11, "lo", 2) != text + 3 || memmem(text, 4, "lo", 2) || memmem(text, 3, "", 0) != text) reach_error();
  if (memmem(text, 1, "He", 2) || memmem(text, 12, "ld", 3) != text + 9) reach_error();
  return 0;
}
