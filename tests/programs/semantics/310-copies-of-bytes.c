// EXPECT: returns 0
// ASSUMES: the result does not depend on the numeric values of addresses where memory with one is read as an integer
extern void reach_error(void); void *memcpy(void *d, const void *s, unsigned long n); void *memset(void*,int,unsigned long); void *memmove(void *d, const void *s, unsigned long n); int memcmp(const void*,const void*,unsigned long);
struct s { char c; int v; struct s *next; union { int a; float f; unsigned char b[4]; } u; short t[3]; };
struct s x, y, z;
int main(void) {
  memset(&x, 0x5a, sizeof x);
  memset(&y, 0, sizeof y);
  x.c = 1; x.v = 2; x.next = &y; x.u.f = 1.0f; x.t[1] = 7;
  memcpy(&z, &x, sizeof z);
  if (z.c != 1 || z.v != 2 || z.next != &y || z.u.b[3] != 0x3f || z.t[1] != 7 || z.t[2] != 0x5a5a) reach_error();
  if (memcmp(&z, &x, sizeof z)) reach_error();
  int a[8] = {0,1,2,3,4,5,6,7};
  memmove(a + 1, a, 4 * sizeof(int));
  if (a[0] != 0 || a[1] != 0 || a[4] != 3 || a[5] != 5) reach_error();
  memmove(a, a + 2, 3 * sizeof(int));
  if (a[0] != 1 || a[1] != 2 || a[2] != 3 || a[3] != 2) reach_error();
  struct s *p = 0;
  memcpy((char *)&p + 0, (char*)&x.next, 4);
  memcpy((char *)&p + 4, (char*)&x.next + 4, sizeof p - 4);
  p->v = 9;
  if (y.v != 9) reach_error();
  memcpy((char*)&a[1] + 2, (char*)&a[5], 4);
  if (a[1] != (2 | 5 << 16) || (a[2] & 0xffff) != 0) reach_error();
  memcpy(a, 0, 0);
  return 0;
}
