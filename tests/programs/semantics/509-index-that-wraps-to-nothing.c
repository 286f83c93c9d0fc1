// EXPECT: returns 1
static char a[4];
int main(void) {
  char *p = a;
  long i = sizeof a + 3;
  long factor = sizeof(long) == 8 ? 4294967296LL : 65536;
  p[(i * factor + factor / 2) * (factor * 2)] = 1;
  p[(i * 4294967296LL + 2147483648LL) * 8589934592LL] += 0;
  return a[0];
}
