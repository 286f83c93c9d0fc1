// EXPECT: returns 0
typedef unsigned T;
int total;

int apply(int (*f)(int), int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += f(i);
  return sum;
}

int outer(int base) {
  int calls = 0, a[3] = {1, 2, 3};
  struct { int x, y; } p = {4, 5};
  int add(int n) {
    calls++;
    return base + n;
  }
  void fill(int T) {
    int add = T;
    for (int i = 0; i < 3; i++)
      a[i] += add;
    p.x += T;
    total += add;
  }
  int fact(int n) {
    int here = n;
    calls++;
    return n < 2 ? 1 : fact(n - 1) * here;
  }
  int deep(void) {
    int own = 100;
    int inner(void) { return own++ + base + p.y; }
    inner();
    int last = inner();
    return last + own;
  }
  T before = base;
  base = 20;
  if (add(3) != 23 || before != 10)
    return 1;
  fill(7);
  if (a[0] != 8 || a[2] != 10 || p.x != 11 || total != 7)
    return 2;
  if (fact(5) != 120 || calls != 6)
    return 3;
  if (deep() != 101 + 20 + 5 + 102)
    return 4;
  if (apply(add, 4) != 86 || calls != 10)
    return 5;
  int (*g)(int) = &fact;
  return g(4) == 24 && calls == 14 ? 0 : 6;
}

int add(int n) { return n - 1; }

int main(void) {
  int r = outer(10);
  if (r)
    return r;
  int x = 1;
  {
    int x = 2;
    int get(void) { return x; }
    x = 3;
    if (get() != 3)
      return 10;
  }
  {
    int get(void) { return x + add(8); }
    if (get() != 8)
      return 11;
    const char *name(void) { return __func__; }
    if (name()[0] != 'n')
      return 12;
  }
  for (int i = 0; i < 3; i++) {
    int k = i * i;
    int plus(int j) { return k + i + j; }
    if (plus(1) != i * i + i + 1)
      return 13;
  }
  return 0;
}
