// EXPECT: input error: variable 'x' is initialised twice | line 1
int x = 1;
int main(void) { return x; }
