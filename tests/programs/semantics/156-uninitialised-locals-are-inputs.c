// EXPECT: returns 6
// HIDDEN: 1 4 5
// GCC: no
int main(void) { int x, a[2]; return x + a[1]; }
