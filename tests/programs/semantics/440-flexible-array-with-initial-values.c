// EXPECT: returns 0
extern void reach_error(void);
typedef __typeof__(sizeof(int)) size_t;
extern size_t strlen(const char *);
struct text { int n; char s[]; };
struct numbers { char c; short s; int a[]; };
struct pair { int x, y; };
struct pairs { long n; char c; struct pair p[]; };
static struct text hello = {5, "hello"};
struct text letters = {.s = {'a', 'b', 'c', [4] = 'e'}, .n = 5};
struct text nothing = {7};
static struct text empty = {1, ""}, braced = {2, {"xy"}};
const struct numbers some = {1, 2, {10, 20, [5] = 60}};
static struct pairs two = {2, 'c', {{1, 2}, {.y = 4}}}, flat = {2, 'd', {5, 6, 7}};
static int sum(const struct numbers *n, int count) {
  int found = 0;
  for (int i = 0; i < count; i++) found += n->a[i];
  return found;
}
int main(void) {
  static struct text inner = {3, "abc"};
  if (sizeof hello != 4 || strlen(hello.s) != 5 || hello.s[4] != 'o' || hello.s[5]) reach_error();
  if (letters.s[3] || letters.s[4] != 'e' || letters.s[2] != 'c' || nothing.n != 7 || empty.s[0] || empty.n != 1)
    reach_error();
  if (strlen(braced.s) != 2 || strlen(inner.s) != 3 || inner.n != 3) reach_error();
  if (sum(&some, 6) != 90 || some.s != 2) reach_error();
  if (two.p[0].y != 2 || two.p[1].x || two.p[1].y != 4 || flat.p[1].x != 7 || flat.p[1].y) reach_error();
  hello.s[0] = 'j';
  inner.s[2]++;
  return hello.s[0] != 'j' || inner.s[2] != 'd' || hello.n != 5;
}
