// EXPECT: returns 15
// HIDDEN: 1 2 3 4 5
// ASSUMES: the undefined variable x holds anything at the start, and nothing else changes it; the undefined variable s holds anything at the start, and nothing else changes it; the undefined variable a holds anything at the start, and nothing else changes it
// GCC: no
extern struct { int k; short m; } s; extern int a[2]; extern int x; static int *p = &x;
int main(void) { int i = 0; return *p + s.k + s.m + a[i] + a[1]; }
