// EXPECT: returns 0
extern void reach_error(void); void *memmove(void *d, const void *s, unsigned long n);
struct pair { short one; int two; };
int main(void) {
  for (int n = 0; n < 4; n++) {
    char b[9] = "abcdefgh";
    memmove(b + n, b + 1, 4);
    for (int i = 0; i < 4; i++) if (b[n + i] != 'b' + i) return 1;
    if (n > 1 && b[1] != 'b') return 2;
    struct pair p[6] = {{0}};
    for (int i = 0; i < 6; i++) { p[i].one = i; p[i].two = -i; }
    memmove(&p[n], &p[1], 3 * sizeof(struct pair));
    for (int i = 0; i < 3; i++) if (p[n + i].one != 1 + i || p[n + i].two != -1 - i) return 3;
    p[5] = p[n];
    p[n] = p[n];
    if (p[5].one != 1 || p[5].two != -1) return 4;
  }
  int whole[2] = {0x03020100, 0x07060504};
  memmove((char *)whole + 1, whole, 5);
  if (whole[0] != 0x02010000 || whole[1] != 0x07060403) return 5;
  return 0;
}
