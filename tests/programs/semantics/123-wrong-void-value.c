// EXPECT: input error: a void value is used | line 2
void f(void) { } int main(void) { return f() + 1; }
