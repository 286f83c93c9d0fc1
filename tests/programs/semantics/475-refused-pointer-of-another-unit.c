// EXPECT: not supported: a pointer that another unit declares with another type | line 1
extern int *p;
int main(void) { return *p != 0; }
