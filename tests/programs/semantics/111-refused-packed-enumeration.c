// EXPECT: not supported: a packed enumeration | line 2
enum __attribute__((packed)) e { A }; int main(void) { return sizeof(enum e); }
