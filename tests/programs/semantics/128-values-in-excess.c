// EXPECT: returns 6
int a[2] = {1, 2, 3}; int main(void) { struct { int p, q; } s = {1, 2, 9}; int x = {1, 5}; return a[0] + a[1] + s.q + x; }
