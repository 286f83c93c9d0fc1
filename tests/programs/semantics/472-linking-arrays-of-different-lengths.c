// EXPECT: not supported: the variable 'a', which another unit declares with another type, | line 1
extern int a[4];
int main(void) { return a[3]; }
