// EXPECT: not supported: an attribute at such a place | line 2
struct U { char c; __typeof__(int __attribute__((aligned(16)))) x; };
int main(void) { return sizeof(struct U); }
