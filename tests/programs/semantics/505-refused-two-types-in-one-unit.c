// EXPECT: input error: 'x' is declared with different types | line 3
int x;
extern unsigned x;
int main(void) { return x; }
