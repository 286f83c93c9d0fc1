// EXPECT: returns 0
typedef int four __attribute__((vector_size(16)));
typedef __attribute__((vector_size(4 * sizeof(unsigned)))) unsigned ufour;
typedef float __attribute__((__vector_size__(16))) ffour;
typedef char sixteen __attribute__((vector_size(16)));
typedef long long two __attribute__((vector_size(16), aligned(16)));
struct holder { four v; int x; };
four global = {1, 2, 3}, *to_global = &global;
static ffour table[2] = {{1.5f, 2}, {3}};
union both { four v; int members[4]; };

four sum(four a, four b) { return a + b; }
four *at(four *v) { return v; }

int main(void) {
  four a = {1, -2, 3, 4}, b = {2, 2, 2, 9};
  if (sizeof a != 16 || _Alignof(four) != 16 || sizeof(struct holder) != 32) return 1;
  if (global[2] != 3 || global[3] != 0 || (*to_global)[1] != 2 || table[0][0] != 1.5f || table[1][0] != 3) return 2;
  four c = a + b;
  if (c[0] != 3 || c[1] != 0 || c[2] != 5 || c[3] != 13) return 3;
  c = sum(c, a) - 1;
  if (c[0] != 3 || c[3] != 16) return 4;
  c[1] += 7;
  ++c[1];
  if (c[1] != 5) return 5;
  int *p = &c[2];
  *p = 70;
  if (c[2] != 70 || (*at(&c))[2] != 70 || at(&c)[0][2] != 70) return 6;
  struct holder s = {1, 2, 3, 4, 5}, t = {a, 6};
  if (s.x != 5 || s.v[3] != 4 || t.v[1] != -2 || t.x != 6) return 7;
  four array[] = {1, 2, 3, 4, 5, 6, 7, 8};
  if (sizeof array != 32 || array[1][2] != 7) return 8;
  four more[] = {a, {7}};
  if (sizeof more != 32 || more[1][0] != 7 || more[0][3] != 4) return 9;
  union both u = {{4, 3, 2, 1}};
  if (u.members[1] != 3) return 10;
  u.v = (four){0, 1, 2, 3};
  if (u.members[3] != 3 || (a + b)[3] != 13 || ((four){5, 6})[1] != 6) return 11;
  int i = 2;
  if (a[i] != 3 || sum(a, b)[i] != 5) return 12;
  two wide = {1LL << 40, -1};
  if (wide[0] >> 40 != 1 || wide[1] != -1) return 13;
  c = i > 1 ? a : b;
  if (c[1] != -2) return 14;
  a = b = c;
  if (a[1] != b[1] || b[2] != 3) return 15;
  return 0;
}
