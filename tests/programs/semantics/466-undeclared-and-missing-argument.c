// EXPECT: undefined
int main(void) { return first(1) != 1; }
int first(int a, int b) { return a; }
