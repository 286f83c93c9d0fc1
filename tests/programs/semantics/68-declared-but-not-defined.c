// EXPECT: returns 9
// HIDDEN: 4 5
// ASSUMES: the undefined variable x holds anything at the start, and nothing else changes it; the undefined variable y holds anything at the start, and nothing else changes it
// GCC: no
extern int x, unused;
int main(void) { extern unsigned char y; return x + y; }
