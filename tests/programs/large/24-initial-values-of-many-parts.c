// EXPECT(ILP32): true by flow:default
extern void reach_error(void);
struct big {
  char text[4200];
  long n;
};
static int f(int i) {
  char buf[4200] = "abc";
  struct big b = {.n = 7};
  int m[66][66] = {{1, 2}, {3}};
  _Bool flags[4200] = {1};
  char *p = buf;
  int *q = &m[0][0];
  if (p[1] != 'b' || p[3] || p[4199] || q[1] != 2 || q[66] != 3 || q[4355]) return 1;
  if (b.n != 7 || b.text[4199 - i % 3] || !flags[0] || flags[4199]) return 2;
  p[4199] = 1;
  q[4355] = 2;
  b.text[4199] = 5;
  flags[4199] = 1;
  return 0;
}
int main(void) {
  int result = 0;
  result += f(2);
  if (result) reach_error();
  return 0;
}
