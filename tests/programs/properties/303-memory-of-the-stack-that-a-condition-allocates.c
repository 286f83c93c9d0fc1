// EXPECT: unknown by flow:default
// PROPERTY: memory-safety
extern void *alloca(unsigned long);
int *g[2];
static void f(int n) {
  int i = 0;
  while (i < n && (g[i] = alloca(sizeof(int)))) { *g[i] = 7; i++; }
}
int main(void) { f(2); return *g[0] - 7; }
