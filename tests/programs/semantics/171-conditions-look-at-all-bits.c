// EXPECT: returns 0
int main(void) {
  long long l = 0x100000000LL; unsigned char c = 0; int n = 0;
  if (l) n++; else return 1;
  while (l) { l = 0; n++; }
  if (!l) n++;
  l = 1LL << 40;
  n += l ? 1 : 100;
  for (l = 1LL << 63; l; l = (unsigned long long)l >> 8) n++;
  do n++; while (--c);
  return n == 4 + 8 + 256 ? 0 : n;
}
