// EXPECT: not supported: an expression whose value depends on the order of evaluation | line 2
int main(void) { int i = 1; int a[2] = {[1] = i++, [0] = i++}; return a[0]; }
