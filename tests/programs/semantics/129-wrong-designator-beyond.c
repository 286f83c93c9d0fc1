// EXPECT: input error: a designator must be a constant within the array | line 2
int a[2] = {[2] = 1}; int main(void) { return a[0]; }
