// EXPECT: not supported: a packed enumeration | line 2
enum e { A } __attribute__((packed, aligned(2))); int main(void) { return sizeof(enum e); }
