// EXPECT: returns 123
int order, digits[3];
void visit(int n) { if (n > 3) return; visit(n * 2); order = order * 10 + n; visit(n * 2 + 1); }
int main(void) { visit(1); int r = order; order = 0; visit(3); return r == 213 && order == 3 ? 123 : 0; }
