// EXPECT: returns 1
int main(void) { int f(void) { return 1; } return f(); }
