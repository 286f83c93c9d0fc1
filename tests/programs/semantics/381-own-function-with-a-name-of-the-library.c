// EXPECT: returns 42
// ASSUMES: the program's own function fabs is called, not that of the C library
// GCC: no
static double floor(double x) { return x; }
double fabs(double x) { return floor(42.0); }
int main(void) { return (int)fabs(-3.0); }
