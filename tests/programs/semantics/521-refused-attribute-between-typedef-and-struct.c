// EXPECT: not supported: an attribute at such a place | line 2
typedef __attribute__((packed)) struct { char a; int b; } T;
int main(void) { return sizeof(T); }
