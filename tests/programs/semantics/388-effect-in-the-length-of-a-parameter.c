// EXPECT: not supported: an array length with a side effect within a type | line 4
static int calls;
static int counted(void) { calls++; return 1; }
static int first(int a[counted()]) { return a[0]; }
int main(void) {
  int a[1] = {5};
  return first(a) - 5 + calls;
}
