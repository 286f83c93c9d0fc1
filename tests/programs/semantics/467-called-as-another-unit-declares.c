// EXPECT: returns 0
int shortened(int);
long long seen;
void lower(long);
void nothing(int, int);
unsigned as_signed(unsigned, const char *);
char *opaque(struct box *);
int main(void) {
  if (shortened(5) != 5) return 1;
  lower(0x12345678);
  if (seen != 0x5678) return 2;
  nothing(4, 5);
  if (seen != 4) return 3;
  if (as_signed(-2, "a") != -2u) return 4;
  return opaque(0)[0] != 'o';
}
