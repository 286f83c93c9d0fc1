// EXPECT: returns 9
// HIDDEN: 0 9
// GCC: no
int main(void) {
  int n = 0, r = 0;
again:
  { if (n) goto in; int x; x = 5; in: r = x; }
  n++; if (n < 2) goto again;
  return r;
}
