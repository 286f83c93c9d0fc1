// EXPECT: not supported: the attribute aligned of a struct or union or of its members | line 2
struct a { char c; int x __attribute__((aligned(16))); }; int main(void) { struct a v; return sizeof v; }
