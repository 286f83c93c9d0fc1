// EXPECT: returns 0
// HIDDEN: 0 3 47 97 98 0 4 1 0 2 47 99 0 5
// ASSUMES: the path of the current folder has at most 4095 characters
// GCC: no
typedef __typeof__(sizeof(int)) size_t;
extern char *getcwd(char *, size_t), *strsignal(int);
extern size_t strlen(const char *);
extern void reach_error(void);
static char place[4];
int main(void) {
  if (getcwd(place, 4) != place || place[0] != '/' || place[2] != 'b' || place[3]) reach_error();
  if (getcwd(place, 4) || getcwd(place, 4)) reach_error();
  char *s = getcwd(0, 0);
  if (strlen(s) != 2 || s[1] != 'c') reach_error();
  char *name = strsignal(11);
  if (!name || name[5]) reach_error();
  return 0;
}
