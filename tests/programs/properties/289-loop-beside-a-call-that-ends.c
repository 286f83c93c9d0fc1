// EXPECT: unknown by flow:termination because in another order of evaluation they come first
// PROPERTY: termination
extern void exit(int);
int die(void) { exit(0); return 0; }
int spin(int n) { while (n) { } return n; }
int f(int a, int b) { return a + b; }
int main(void) { return f(spin(1), die()); }
