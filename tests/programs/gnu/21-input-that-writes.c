// EXPECT: not supported: the input function scanf | line 3
int scanf(const char *, ...);
int main(void) { char *n = 0; scanf("%ms", &n); return !n; }
