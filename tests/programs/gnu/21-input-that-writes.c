// EXPECT: not supported: the input function scanf | line 3
int scanf(const char *, ...);
int main(void) { int n = 0; scanf("%d", &n); return n; }
