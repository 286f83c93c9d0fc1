// EXPECT: input error: 'x' is declared with different types | line 1
int x = 1;
int main(void) { return x; }
