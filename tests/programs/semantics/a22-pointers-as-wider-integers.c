// EXPECT(ILP32): returns 255
// ASSUMES: the result does not depend on the numeric values of addresses at a22-pointers-as-wider-integers.c, line 6; the result does not depend on the numeric values of addresses at a22-pointers-as-wider-integers.c, line 8; the result does not depend on the numeric values of addresses at a22-pointers-as-wider-integers.c, line 9; the result does not depend on the numeric values of addresses at a22-pointers-as-wider-integers.c, line 10; the result does not depend on the numeric values of addresses at a22-pointers-as-wider-integers.c, line 11; the result does not depend on the numeric values of addresses at a22-pointers-as-wider-integers.c, line 4
struct s { long long m; };
long long returned(void *p) { return p; }
int taken(long long x) { return x < 0; }
static long long fixed = (long long)(void *)-1;
int main(void) {
  void *volatile kept = (void *)-2; void *p = kept; long long l = p, m; struct s s = { p };
  m = p;
  int low = (l < 0) + 2 * (s.m < 0) + 4 * (returned(p) < 0) + 8 * taken(p);
  return low + 16 * (fixed < 0) + 32 * (m < 0) + 64 * ((long long)p == -2) + 128 * ((unsigned long long)p >> 63 == 1);
}
