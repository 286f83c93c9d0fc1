// EXPECT: returns 1
long double f(void) { return 1; } int main(void) { return f(); }
