// EXPECT: returns 90
typedef int (*fn)(int);
int twice(int x) { return 2 * x; } int next(int x) { return x + 1; }
fn pick(int i) { return i ? next : twice; }
struct table { fn *first; fn own[2]; };
int main(void) { fn f[2] = {twice, next}; fn *p = &f[1]; fn **q = &p; struct table t = {f, {next, twice}};
  int r = (*p)(5) + (**q)(5) + (***q)(5) + (*f)(5) + (**(f + 1))(5);
  r += (*t.first++)(5); r += (*t.first)(5) + (*t.own)(5) + (*pick(0))(5); p--; return r + (*p)(1) + (**q)(1) + (****p)(10); }
