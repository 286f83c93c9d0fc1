// EXPECT: returns 7
struct a { char c; int x __attribute__((aligned(16))); }; struct b { char c; int x; } __attribute__((aligned(32))); int g __attribute__((aligned(16))) = 3; int main(void) { int l __attribute__((aligned(8))) = 4; return g + l; }
