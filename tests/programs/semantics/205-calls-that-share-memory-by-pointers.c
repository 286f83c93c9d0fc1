// EXPECT: returns 6
// HIDDEN: 0 0
int x;
int r(void) { return x; } int w(int *p) { *p = 5; return 0; }
struct s { int arr[2]; int k; } g = { { 1, 2 }, 3 };
int sum(struct s v) { return v.arr[0] + v.k; } int bump(int *p) { return ++*p; }
int main(void) { int *p = &x; int a = r() + w(p); a += sum(g) + bump(g.arr); return a; }
