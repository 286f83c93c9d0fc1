// EXPECT: returns 6
// ASSUMES: the expression at 205-calls-that-share-memory-by-pointers.c, line 7, column 39 has the same value in every order of evaluation; the expression at 205-calls-that-share-memory-by-pointers.c, line 7, column 56 has the same value in every order of evaluation
int x;
int r(void) { return x; } int w(int *p) { *p = 5; return 0; }
struct s { int arr[2]; int k; } g = { { 1, 2 }, 3 };
int sum(struct s v) { return v.arr[0] + v.k; } int bump(int *p) { return ++*p; }
int main(void) { int *p = &x; int a = r() + w(p); a += sum(g) + bump(g.arr); return a; }
