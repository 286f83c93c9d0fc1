// EXPECT: undefined
int same();
int main(void) { return same(1.5) != 1; }
int same(int a) { return a; }
