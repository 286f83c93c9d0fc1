// EXPECT(LP64): returns 255
// ASSUMES: the result does not depend on the numeric values of addresses at a23-pointers-as-int128.c, line 6; the result does not depend on the numeric values of addresses at a23-pointers-as-int128.c, line 8; the result does not depend on the numeric values of addresses at a23-pointers-as-int128.c, line 9; the result does not depend on the numeric values of addresses at a23-pointers-as-int128.c, line 10; the result does not depend on the numeric values of addresses at a23-pointers-as-int128.c, line 11; the result does not depend on the numeric values of addresses at a23-pointers-as-int128.c, line 4
struct s { __int128 m; };
__int128 returned(void *p) { return p; }
int taken(__int128 x) { return x < 0; }
static __int128 fixed = (__int128)(void *)-1;
int main(void) {
  void *volatile kept = (void *)-2; void *p = kept; __int128 l = p, m; struct s s = { p };
  m = p;
  int low = (l < 0) + 2 * (s.m < 0) + 4 * (returned(p) < 0) + 8 * taken(p);
  return low + 16 * (fixed < 0) + 32 * (m < 0) + 64 * ((__int128)p == -2) + 128 * ((unsigned __int128)p >> 127 == 1);
}
