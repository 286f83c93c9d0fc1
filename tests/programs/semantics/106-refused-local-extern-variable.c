// EXPECT: not supported: a local extern declaration of a variable | line 2
int x = 3; int main(void) { extern int x; return x; }
