// EXPECT(ILP32): unknown by flow:default
// PROPERTY: memory-safety
extern void *malloc(unsigned int);
static char *g;
int main(void) {
  g = malloc(100000);
  g = g + 70000;
  return 0;
}
