// EXPECT: returns 7
// HIDDEN: 7
// ASSUMES: the undefined variable x holds anything at the start, and nothing else changes it
// GCC: no
int main(void) { extern int x; return x; }
