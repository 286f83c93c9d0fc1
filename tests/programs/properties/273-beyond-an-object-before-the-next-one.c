// EXPECT(ILP32): false by flow:default
// PROPERTY: memory-safety
extern void *malloc(unsigned int);
int main(void) {
  char *p = malloc(62000);
  char *q = p + 65500;
  q[100] = 1;
  return 0;
}
