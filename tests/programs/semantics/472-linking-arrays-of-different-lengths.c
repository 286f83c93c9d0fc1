// EXPECT: input error: 'a' is declared with different types | 472-linking-arrays-of-different-lengths.other.c | line 1
extern int a[4];
int main(void) { return a[3]; }
