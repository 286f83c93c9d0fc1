// EXPECT: returns 0
extern void reach_error(void);
void check(int holds) { if (!holds) reach_error(); }
long long x = 10;
char c = 3, *p, text[8];
int main(void) {
  unsigned n = 1;
  check(__sync_fetch_and_sub(&x, n) == 10 && x == 9);
  check(__atomic_sub_fetch(&x, n, 5) == 8);
  unsigned char b = 200;
  check(__atomic_fetch_sub(&x, b, 5) == 8 && x == -192);
  check(__sync_sub_and_fetch(&x, -2) == -190);
  unsigned u = 5;
  check(__atomic_sub_fetch(&u, 7LL, 5) == 4294967294U);
  check(__sync_sub_and_fetch(&c, 5U) == -2);
  p = text + 4;
  check(__atomic_sub_fetch(&p, n, 5) == text + 3);
  check(__atomic_fetch_sub(&p, 1, 5) == text + 3 && p == text + 2);
  return 0;
}
