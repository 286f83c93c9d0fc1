// EXPECT: undefined
// The table has a null pointer at 1.
static int g(int k) { void *t[] = { &&a, 0 }; goto *t[k]; a: return 0; }
int main(void) { return g(1); }
