// EXPECT: returns 0
int main(void) {
  int i = 0, n = 0;
  for (;;) if (++i > 3) break;
  for (; i < 6;) i++;
  for (i = 0; ; i++) { if (i == 2) continue; if (i > 4) break; n++; }
  for (int i = 0, k = 3; i < k; i++) n += i;
  do { if (n) continue; n = 100; } while (n++ < 9);
  while (0) n = 99;
  do n++; while (0);
  return i == 5 && n == 11 ? 0 : n;
}
