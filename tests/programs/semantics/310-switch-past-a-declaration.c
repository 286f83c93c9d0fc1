// EXPECT: returns 9
// HIDDEN: 9
// GCC: no
int main(void) { int r = 0; for (int i = 0; i < 2; i++) { switch (i) { int x; case 0: x = 5; r = x; break; case 1: r = x; } } return r; }
