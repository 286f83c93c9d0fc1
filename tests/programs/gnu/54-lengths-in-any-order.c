// EXPECT: not supported: an expression whose value depends on the order of evaluation | line 2
int main(void) { int n = 2; int a[n++][n]; return sizeof a; }
