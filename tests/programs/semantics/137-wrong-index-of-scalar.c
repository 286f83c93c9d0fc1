// EXPECT: input error: 'x' is no array | line 2
int x; int main(void) { return x[0]; }
