// EXPECT: not supported: the attribute cleanup in such a function | line 3
static int sum;
static void note(int *p) { sum = sum * 10 + *p; } static int f(void) { __attribute__((cleanup(note))) int x = 1; enum { note = 5 }; return x + note; }
int main(void) { return f() - 6; }
