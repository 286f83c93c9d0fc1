// EXPECT: not supported: the library function wmemset, which may write to memory, | line 3
extern int *wmemset(int *, int, unsigned long);
int main(void) { int a[2] = {1, 2}; wmemset(a, 7, 2); return a[1] == 7; }
