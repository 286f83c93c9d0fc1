// EXPECT: not supported: the attribute weak in a block | line 2
int main(void) { extern int level(void) __attribute__((weak)); return level != 0; }
