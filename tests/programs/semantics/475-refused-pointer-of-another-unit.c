// EXPECT: not supported: a pointer that another unit declares with another type | 475-refused-pointer-of-another-unit.other.c | line 1
extern int *p;
int main(void) { return *p != 0; }
