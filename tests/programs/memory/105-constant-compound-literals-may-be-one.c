// EXPECT: returns 0
// ASSUMES: compound literals of constant types do not share their bytes, as compared at 105-constant-compound-literals-may-be-one.c, line 10, column 7
// C11 6.5.2.5 p7. Other compound literals are distinct objects, and so are constant variables.
typedef const int fixed;
static const int c = 1, d = 1;

int main(void) {
  const int *p = &(fixed){1}, *q = &(const int){1};
  int *r = &(int){1}, *s = &(int){1};
  if (p == q) return 1;
  if (r == s || &c == &d || p == &c || *p != *q) return 2;
  return 0;
}
