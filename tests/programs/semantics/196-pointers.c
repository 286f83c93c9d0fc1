// EXPECT: returns 17
// ASSUMES: the result does not depend on the numeric values of addresses at 196-pointers.c, line 15; the result does not depend on the numeric values of addresses at 196-pointers.c, line 16
// HIDDEN: 0 0 0 0 0 0 0 0 0 0 0 0
int main(void) {
  int x = 0x01020304; unsigned char *c = (unsigned char *)&x; int a[5] = { 1, 2, 3, 4, 5 }; int *p = a, *q = &a[4];
  if (c[0] != 4 || c[3] != 1) return 1;
  c[1] = 0xff; if (x != 0x0102ff04) return 2;
  if (q - p != 4 || p - q != -4 || !(p < q) || p >= q || p == q) return 3;
  p += 2; if (*p++ != 3 || *--p != 3) return 4;
  if (p[-1] != 2 || 2[p] != 5) return 5;
  if (&*p != p || &a[5] - a != 5) return 6;
  short *s = (short *)a; s[1] = 1; if (a[0] != 65537) return 7;
  long long ll = 0; *(int *)&ll = -1; if (ll != 0xffffffffLL) return 8;
  *((int *)&ll + 1) = -1; if (ll != -1) return 9;
  unsigned long n = (unsigned long)p; if ((int *)n != p) return 10;
  if ((int *)(n + 4) != p + 1) return 11;
  void *v = a; if (v != a) return 12; int **pp = &p; **pp = 77; if (a[2] != 77) return 13;
  if (!p || !(p && q)) return 14; int *z = 0; if (z) return 15; if (z == 0 && 0 == z) {} else return 16;
  int m[3][4]; for (int i = 0; i < 12; i++) (&m[0][0])[i] = i; int (*r)[4] = m; if (r[2][1] != 9 || (*(r + 1))[3] != 7 || *(*(m + 2) + 3) != 11) return 17;
  if (sizeof m != 48 || sizeof m[0] != 16 || sizeof *m != 16 || sizeof(&m) != sizeof(void *)) return 18;
  a[1] += 5, a[1] <<= 1; if (a[1] != 14) return 19;
  _Bool b = p; if (b != 1) return 20;
  p += 2; p -= 1; if (p != a + 3) return 21; 
  char *str = (char *)(p); str += sizeof(int); if (*(int *)str != 5) return 22;
  return *(p + 1) + (int)sizeof(int[3]);
}
