// EXPECT: input error: only arrays and pointers have elements | line 2
int x; int main(void) { return x[0]; }
