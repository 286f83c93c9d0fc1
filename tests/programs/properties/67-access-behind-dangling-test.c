// EXPECT: unknown by flow:cmc
// PROPERTY: memory-safety
int seen;
int main(void) {
  int *p = 0;
  { int x = 1; p = &x; }
  if (p != 0) seen = *p;
  return 0;
}
