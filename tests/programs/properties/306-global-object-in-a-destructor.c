// EXPECT: true by flow:default assuming nothing
// PROPERTY: memory-safety
int *g, there;
static void set(int *x) { *x = 2; }
__attribute__((destructor)) static void last(void) { *g = 1; }
int main(void) { int x = 0; set(&x); g = &there; return x; }
