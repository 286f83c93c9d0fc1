// EXPECT: returns 0
// HIDDEN: 0 0
/* Where it is copied to, they are read. */
void *memcpy(void *, const void *, unsigned long);
int main(void) {
  double n = __builtin_nan(""), m[2] = {0}; unsigned char c[16] = {0};
  for (int i = 0; i < 2; i++) m[i] = i - 1 + n;
  for (volatile int size = 16; size; size = 0) memcpy(c, m, size);
  return c[15] >> 7;
}
