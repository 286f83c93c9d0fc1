// EXPECT: not supported: a floating constant with the suffix q | line 2
int main(void) { return 1.5q != 1.5; }
