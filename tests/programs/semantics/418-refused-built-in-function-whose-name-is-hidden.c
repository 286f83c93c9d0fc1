// EXPECT: not supported: the built-in function __builtin_strlen where 'strlen' is something else | line 2
static int length(unsigned long (*strlen)(const char *), char *s) { return strlen(s) + __builtin_strlen(s); }
static unsigned long other(const char *s) { return 99; }
int main(void) { return length(other, "hey") - 102; }
