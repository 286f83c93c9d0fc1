// EXPECT: not supported: the variable 'x', which another unit declares with another type, | line 1
int x = 1;
int main(void) { return x; }
