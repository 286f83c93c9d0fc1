// EXPECT: returns 11
static char a[6];
static int ints[8];
int main(void) {
  char *p = a;
  int *q = ints, result = 0;
  long third = sizeof(long) == 8 ? (long)-6148914691236517205LL : (long)-1431655765;
  p[third * 3] = 5;
  result += p[1];
  p[third * 6 + 1] = 4;
  result += p[3];
  q[third * 9] = 2;
  result += q[3];
  return result;
}
