// EXPECT: input error: 'x' is not declared | line 2
int main(void) { return x; }
