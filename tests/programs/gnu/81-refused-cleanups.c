// EXPECT: not supported: the attribute cleanup in such a function | line 3
static void note(int *p) { *p = 0; }
int main(void) { int x __attribute__((cleanup(note))) = 1; { int x = 2; if (x) return x; } return x; }
