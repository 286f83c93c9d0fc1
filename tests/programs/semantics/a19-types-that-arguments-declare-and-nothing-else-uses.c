// EXPECT: returns 12
static int first(int a, int b) { return a + b; }
int main(void) {
  int size = __builtin_offsetof(struct pair { int a, b; }, b);
  size = first(3, sizeof(struct point { int x, y; }) - 7) + size;
  return first((enum { INNER = 4 })4, size);
}
