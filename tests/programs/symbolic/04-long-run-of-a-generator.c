// EXPECT: true by value states=3000; unknown by symbolic; any by refined states=3000
extern void reach_error(void);

int main(void) {
  unsigned s = 1, i, odd = 0;
  for (i = 0; i < 3000; i++) {
    s = s * 1664525u + 1013904223u;
    if (s & 1) odd++;
  }
  if (odd != 1500) reach_error();
  return 0;
}
