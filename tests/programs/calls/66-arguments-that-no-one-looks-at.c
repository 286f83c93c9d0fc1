// EXPECT: returns 0
// INPUTS: 7 8
typedef __typeof__(sizeof 0) size_t;
int __VERIFIER_nondet_int();
extern int __VERIFIER_nondet_uint(int hint, ...);
void *malloc(size_t);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);

int n, m;

int step(int value) {
  n++;
  return value;
}

int main(void) {
  char a[4] = "abc", b[4] = "";
  if (__VERIFIER_nondet_int(m++, step(1)) != 7 || n + m != 2) return 1;
  if (__VERIFIER_nondet_uint(step(1), (m++, a)) != 8 || n + m != 4) return 2;
  memcpy(b, a, (n++, 4));
  memmove(b, a, ({ n++; 2; }));
  __builtin_memset(b, 0, (step(1), sizeof a));
  if (n + m != 7) return 3;
  memcpy((m++, b), (n++, a), 4);
  memset((m++, b), (n++, 'x'), 2);
  if (n + m != 11 || b[0] != 'x' || b[2] != 'c') return 4;
  int chosen = __builtin_choose_expr(1, (n++, 4), (m += 100, 5));
  if (n + m != 12 || chosen != 4) return 5;
  void *p = malloc(step(4));
  return !(p && n + m == 13);
}
