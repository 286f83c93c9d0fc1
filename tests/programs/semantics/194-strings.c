// EXPECT: returns 241
typedef unsigned long size_t;
char *names[] = { "one", "two\n", "th" "ree", 0 };
char buf[8] = "abc", exact[3] = "xyz", un[] = "hello\0world", two[2][4] = { "ab", "cd" }; char br[] = { "br" };
const char *gp = "glob" + 1;
unsigned strl(const char *s) { const char *p = s; while (*p) p++; return p - s; }
int main(void) {
  char loc[] = "local", l2[10] = "q", l3[4] = { 'a', 'b' };
  int r = 0, i;
  for (i = 0; names[i]; i++) r += strl(names[i]);
  if (r != 3 + 4 + 5) return 1;
  if (sizeof un != 12 || sizeof "abc" != 4 || sizeof loc != 6) return 2;
  if (exact[2] != 'z' || buf[3] || buf[7]) return 3;
  if (*gp != 'l' || two[1][1] != 'd' || two[0][2]) return 4;
  if (loc[4] != 'l' || l2[1] || l2[9] || l3[3]) return 5;
  if ("\x41\102\a"[1] != 'B' || "\377"[0] != -1) return 6;
  if (br[2] || sizeof br != 3) return 7;
  char *e = loc + 5; *--e = 'X'; if (loc[4] != 'X') return 8;
  return un[6] + *"z";
}
