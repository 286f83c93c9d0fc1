// EXPECT: not supported: an attribute at such a place | line 2
struct s { char c; char (__attribute__((aligned(16))) x); };
int main(void) { return sizeof(struct s); }
