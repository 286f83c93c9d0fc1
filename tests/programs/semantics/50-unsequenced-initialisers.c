// EXPECT: not supported: an expression whose value depends on the order of evaluation (of 'i') | line 2
int main(void) { int i = 0, a[2] = {i, i++}; return a[0]; }
