// EXPECT: returns 3
// INPUTS: 2
// HIDDEN: 4613937818241073152
// ASSUMES: the function nextafter of math.h returns anything
// GCC: no
double nextafter(double, double);
int main(void) { double x = __VERIFIER_nondet_double(), y = nextafter(x, 4.0); return x == 2 && y > x && y <= 4 ? 3 : 1; }
