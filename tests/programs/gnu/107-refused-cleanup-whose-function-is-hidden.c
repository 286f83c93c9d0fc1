// EXPECT: not supported: the attribute cleanup in such a function | line 5
static int sum;
static void note(int *p) { sum = sum * 10 + *p; }
static void fake(int *p) { sum = sum * 10 + 9; }
static int f(void) { __attribute__((cleanup(note))) int x = 1; sum = 5; void (*note)(int *) = fake; note(&x); return x; }
int main(void) { return f() - 1; }
