// EXPECT: undefined
double same(a) double a; { return a; }
int main(void) { return same(1) != 1; }
