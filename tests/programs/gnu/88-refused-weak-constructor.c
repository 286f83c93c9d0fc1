// EXPECT: not supported: a weak constructor or destructor that another definition replaces | line 3
int n;
__attribute__((weak, constructor)) void setup(void) { n = 1; }
int main(void) { return n; }
