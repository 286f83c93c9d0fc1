// EXPECT: not supported: the attribute constructor of a function that is only defined inline | line 3
int n;
__attribute__((constructor)) inline void setup(void) { n = 1; }
int main(void) { return n; }
