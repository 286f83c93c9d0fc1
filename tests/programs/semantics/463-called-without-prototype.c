// EXPECT: returns 0
long implicit_result = 7;
int old(a, b, c) char a; float b; short c; { return a * 100 + (int)(b * 2) + c; }
int later();
int none() { return 3; }
char *text();
struct pair { int x; double y; };
double record(p) struct pair p; { return p.x + p.y; }
int null_taken(p) char *p; { return p == 0; }
int main(void) {
  if (old('b', 1.5f, (short)-4) != 9799) return 1;
  if (old(300, 2.5, 70000) != 4400 + 5 + 4464) return 2;
  if (later((char)5, 2.0f) != 7) return 3;
  if (undeclared(4) != 8) return 4;
  if (none(1, 2.0) != 3) return 5;
  if (text(1)[1] != 'e') return 6;
  {
    int inner(int, long);
    if (inner(2.9, 3) != 5) return 7;
  }
  struct pair p = {1, 2.5};
  if (record(p) != 3.5) return 8;
  if (!null_taken((char *)0)) return 9;
  return 0;
}
int later(int a, double b) { return a + b; }
int undeclared(int a) { return 2 * a; }
char *text(int n) { return "hello" + n - 1; }
int inner(int a, long b) { return a + b; }
