// EXPECT: not supported: a floating type of 16 bits | line 3
// Of the types with 16 bits, none is known.
int main(void) { _Float16 h = 2049; return h == 2048; }
