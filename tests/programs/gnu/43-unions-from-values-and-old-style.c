// EXPECT: returns 0
// HIDDEN(ILP32): 90 90 90 90 90 90 90 90
// HIDDEN(LP64): 90 90 90 90 90 90 90 90
union U { int i; double d; char *p; };
struct {int a,b;} s1, s2;
f(a, b) char a; { return a + b; }
g;
int apply(union U u) { return u.i; }
struct last { int a; int b };
int arr[3] = { [1] 42, 7 };
struct last l = { b: 5, a: 3 };

int main(void) {
  union U u = (union U) 5; if (u.i != 5) return 1;
  u = (union U) 2.5; if (u.d != 2.5) return 2;
  if (((union U) 7).i != 7) return 3;
  if (f(300, 2) != 46) return 4;
  g = 3; s1.a = 4; s2 = s1; if (s2.a != 4) return 5;
  if (arr[1] != 42 || arr[2] != 7 || l.b != 5) return 6;
  { __label__ x; int n = 0; x: if (n++ < 3) goto x; if (n != 4) return 7; }
  { __label__ x; int n = 0; x: if (n++ < 2) goto x; if (n != 3) return 8; }
  return 0;
}
