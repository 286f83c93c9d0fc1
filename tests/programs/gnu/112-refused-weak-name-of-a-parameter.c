// EXPECT: not supported: the attribute weak of what the program only declares | line 2
extern int level(void) __attribute__((weak));
static int next(level) { return level + 1; }
int main(void) { return next(4) - 5 + (level != 0); }
