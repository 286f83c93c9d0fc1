// EXPECT: returns 58
int f(int n) { int a[n]; for (int i = 0; i < n; i++) a[i] = i * i; double d[n]; d[n-1] = 0.5; return a[n - 1] + sizeof a + (d[n-1] == 0.5); }
typedef int DI __attribute__((mode(DI)));
struct n; struct n { struct n *next; DI v; };
static struct n list[3] = { { &list[1], 1 }, { &list[2], 2 }, { 0, 3 } };
int main(int argc, char **argv) {
  static int k = 4; static int *pk = &k;
  int s = 0; for (struct n *p = list; p; p = p->next) s += p->v;
  DI w = 1; w <<= 40;
  if (s != 6 || (w >> 40) != 1) return 1;
  switch (s) { case 1 ... 5: return 3; case 6: s++; }
  int arr[10] = { [2 ... 4] = 7, [9] = 1 }; struct { int m[4]; } st = { { [1 ... 2] = 3 } };
  int five = f(5); return five + *pk + arr[3] + arr[5] + st.m[2] + s;
}
