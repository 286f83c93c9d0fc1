// EXPECT: returns 32
struct a { char c; int x __attribute__((aligned(16))); }; int main(void) { struct a v = { 0 }; return v.c + sizeof v; }
