// EXPECT: returns 0
// A null pointer constant takes the type of the other pointer; another pointer to void gives void * (C11 6.5.15 p6).
enum { NONE };

int constants(int n) {
  const int zero = 0;
  if (sizeof(*(8 ? (void *)((long)(5) * 0l) : (int *)8)) != 4) return 1;
  if (sizeof(*(8 ? (void *)((long)(sizeof n) * 0l) : (int *)8)) != 4) return 2;
  if (sizeof(*(0 ? (void *)((long)(1 ? 'a' : NONE) * 0l) : (int *)8)) != 4) return 3;
  if (sizeof(*(n ? (void *)((long)(int)1.5 * 0l) : (int *)8)) != 4) return 4;
  if (sizeof(*(8 ? (void *)((long)(n) * 0l) : (int *)8)) != 1) return 5;
  if (sizeof(*(8 ? (void *)((long)(zero) * 0l) : (int *)8)) != 1) return 6;
  if (sizeof(*(n ? (void *)((long)(constants) * 0l) : (int *)8)) != 1) return 7;
  return sizeof(*(8 ? (void *)((long)("a"[0]) * 0l) : (int *)8)) != 1 ? 8 : 0;
}

int either_way(int n, int *p, void *v) {
  if (sizeof *(n ? p : (void *)0) != 4 || sizeof *(n ? (void *)0 : p) != 4 || sizeof *(1 ? 0 : p) != 4) return 11;
  if (sizeof *(n ? (void *)(1 - 1) : p) != 4 || sizeof *(n ? (void *)NONE : p) != 4) return 12;
  if (sizeof *(n ? p : v) != 1 || sizeof *(n ? v : p) != 1) return 13;
  if (sizeof *(1 ? v : p) != 1 || sizeof *(0 ? p : v) != 1) return 14;
  if (sizeof *(n ? (void *)1 : p) != 1 || sizeof *(1 ? (void *)(n * 0) : p) != 1) return 15;
  if (sizeof *(n ? (const void *)0 : p) != 1 || sizeof *(n ? (void *)(void *)0 : p) != 1) return 16;
  return sizeof *(n ? (char *)0 : v) != 1 || sizeof *(n ? (void *)0 : v) != 1 ? 17 : 0;
}

int main(void) {
  int x = 3, wrong = constants(x);
  void *v = &x;
  int *p = x > 2 ? v : &x;
  if (wrong) return wrong;
  wrong = either_way(x, &x, v);
  return wrong ? wrong : *p - 3;
}
