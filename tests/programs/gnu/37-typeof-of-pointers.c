// EXPECT: returns 0
typedef struct { char c; int d; } S;
int main(void) {
  S s = {1, 2}; S *p = &s;
  typeof(p) q = p; typeof(*p) t = *q; typeof(p->d) n = q->d; typeof(&s.d) r = &t.d;
  __auto_type z = p; __auto_type arr = "abc";
  if (sizeof(typeof(*p)) != 8 || sizeof arr != sizeof(char*) ) return 1;
  *r = 7; if (t.d != 7 || z->d != 2 || arr[1] != 'b') return 2;
  int m = ({ typeof(p) _a = p; _a->d + n; }); if (m != 4) return 3;
  int res = 0; if (__builtin_add_overflow(m, 3, &res) || res != 7) return 4;
  int *rp = &res; if (!__builtin_mul_overflow(2147483647, 2, rp)) return 5;
  if (*rp != -2) return 6;
  S u = ({ S v = {0}; v.c = 3; v.d = 4; v; }); if (u.c + u.d != 7) return 7;
  if (__builtin_sub_overflow(5u, 6u, &s.c) != 0) return 8;
  int *k = p ? &p->d : 0; if (*(k ?: &res) != 2) return 9;
  return s.c == -1 ? 0 : 10;
}
