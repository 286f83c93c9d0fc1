// EXPECT: not supported: a packed enumeration | line 3
enum e { A };
struct s { char c; enum e __attribute__((packed)) e; }; int main(void) { return sizeof(struct s); }
