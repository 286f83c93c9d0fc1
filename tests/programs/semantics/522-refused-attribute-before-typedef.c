// EXPECT: not supported: an attribute at such a place | line 2
__attribute__((aligned(16))) typedef int T;
int main(void) { return sizeof(T); }
