// EXPECT: returns 0
extern void reach_error(void);
static int calls;
static void check(int holds) { if (!holds) reach_error(); }
static int apply(int (*f)(int), int x) { return f(x); }
static int reads(void) { return ++calls; }

static int counted(int limit) {
  int total = 0, parts[3] = {1, 2, 3};
  struct pair { int a, b; } p = {10, 20}, *q = &p;
  void add(int n) { total += n; parts[n % 3] = n; q->a += n; }
  int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
  for (int i = 0; i < limit; i++) add(i);
  check(fact(5) == 120 && p.a == 10 + total);
  return total + parts[0] + parts[1] + parts[2];
}

static int deep(int x) {
  auto int last(int);
  static int kept = 5;
  int outer(int y) {
    int inner(int z) { x += z; kept++; return x + y + z; }
    int x_before = x;
    { int x = 100; y += x; }
    int first = inner(1);
    return first + last(x_before);
  }
  int last(int z) { return z * 2 + kept; }
  return outer(3);
}

static int shadowed(void) {
  int x = 1;
  int get(void) { return calls; }
  int calls = 70;
  { int get(void) { return calls + x; } x = get(); }
  return x + get();
}

int main(int argc, char **argv) {
  int factor = 3, seen = 0;
  int scaled(int x) { seen++; return x * factor; }
  check(apply(scaled, 4) == 12 && seen == 1);
  factor = 5;
  check(apply(scaled, 4) == 20 && seen == 2 && scaled(1) == 5);
  check(counted(4) == 6 + 3 + 1 + 2);
  check(deep(7) == 8 + 103 + 1 + 14 + 6);
  check(deep(7) == 8 + 103 + 1 + 14 + 7);
  check(reads() == 1 && shadowed() == 72);
  const char *name(void) { return __func__; }
  check(name()[0] == 'n');
  return 0;
}
