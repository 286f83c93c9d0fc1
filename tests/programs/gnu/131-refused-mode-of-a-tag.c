// EXPECT: not supported: the attribute mode of a type with a tag | line 2
enum e { A } __attribute__((mode(QI)));
int main(void) { enum e x = A; return sizeof x; }
