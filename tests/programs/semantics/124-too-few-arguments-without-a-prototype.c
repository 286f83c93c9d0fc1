// EXPECT: undefined
int add(a, b) int a, b;
{ return a + b; }
int main(void) { return add(1); }
