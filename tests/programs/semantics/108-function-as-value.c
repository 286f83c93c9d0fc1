// EXPECT: returns 1
int f(void) { return 0; } int main(void) { return f != 0; }
