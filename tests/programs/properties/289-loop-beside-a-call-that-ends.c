// EXPECT: true by flow:default assuming has the same value in every order of evaluation
// PROPERTY: termination
extern void exit(int);
int die(void) { exit(0); return 0; }
int spin(int n) { while (n) { } return n; }
int f(int a, int b) { return a + b; }
int main(void) { return f(spin(1), die()); }
