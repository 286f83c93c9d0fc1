// EXPECT: not supported: a floating type of 16 bits | line 3
// GCC: no
int main(void) { _Float16 h = 2049; return h == 2048; }
