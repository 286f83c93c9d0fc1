// EXPECT: not supported: the function fesetenv, which changes what arithmetic does, | line 3
int fesetenv(const void *);
int main(void) { return fesetenv((const void *)-1); }
