// EXPECT: returns 7
// HIDDEN: 0 1 2 7 9 -1 0 5 6 7 8
// GCC: no
struct stat { int a, b, c, d; };
extern int stat(const char *, struct stat *), fstat(int, struct stat *);
extern void reach_error(void);
static struct stat seen, many[2];
int main(void) {
  seen.d = 3;
  if (stat("a", &seen) != 0 || seen.b != 2 || seen.c != 7 || seen.d != 9) reach_error();
  if (fstat(0, &seen) != -1 || seen.d != 9) reach_error();
  if (fstat(1, many + 1) || many[0].c || many[1].b != 6 || many[1].d != 8) reach_error();
  return seen.c;
}
