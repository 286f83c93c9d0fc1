// EXPECT: input error: an array or function cannot be assigned to | line 4
extern void *malloc(unsigned long);
int a[2];
int main(void) { a = malloc(8); return 0; }
