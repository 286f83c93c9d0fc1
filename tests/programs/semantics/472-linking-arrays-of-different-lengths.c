// EXPECT: input error: 'a' is declared with different types | line 1
extern int a[4];
int main(void) { return a[3]; }
