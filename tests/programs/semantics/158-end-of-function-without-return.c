// EXPECT: returns 8
// HIDDEN: 7 8
// GCC: no
int f(void) { }
int main(void) { f(); return f(); }
