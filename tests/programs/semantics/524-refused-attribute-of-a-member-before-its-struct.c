// EXPECT: not supported: an attribute at such a place | line 3
struct B { char c; int i; };
struct U { char c; __attribute__((packed)) struct B b; };
int main(void) { return sizeof(struct U); }
