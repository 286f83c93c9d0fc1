// EXPECT: returns 111
typedef int (*op)(int, int);
int add(int a, int b) { return a + b; } int sub(int a, int b) { return a - b; } static int mul(int a, int b) { return a * b; }
struct s { op f; int k; } table[] = { { add, 3 }, { &sub, 4 }, { mul, 5 } };
op ops[3] = { add, sub, mul };
op choose(int i) { return ops[i]; }
int apply(op f, int a, int b) { return f(a, b); }
op (*chooser)(int) = choose;
int main(void) {
  int r = 0;
  for (int i = 0; i < 3; i++) r += table[i].f(10, table[i].k) + (*ops[i])(2, 3) + choose(i)(1, 1) + apply(chooser(i), 7, 2);
  op p = r > 3 ? add : sub;
  if (p != add) return 1;
  if (p == sub || !p) return 2;
  struct s *q = table + 1; r += q->f(1, 2) + (**q->f)(3, 4);
  void *v = add; r += ((op)v)(1, 2);
  return r;
}
