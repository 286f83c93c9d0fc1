// EXPECT: returns 0
int main(void) {
  char c = 5;
  if (!(__builtin_expect(c, 1) == 5)) return 1;
  if (!(sizeof(__builtin_expect(c, 0)) == sizeof(long))) return 2;
  if (!(__builtin_expect(c == 5, 1))) return 3;
  if (!((__builtin_expect(!!(c > 9), 0) ? 1 : 2) == 2)) return 4;
  return 0;
}
