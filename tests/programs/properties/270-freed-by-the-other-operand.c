// EXPECT: unknown by flow:default because one order violates the property
// PROPERTY: memory-safety
extern void *malloc(unsigned long);
extern void free(void *);
static int drop(int *p) {
  free(p);
  return 1;
}
int main(void) {
  int *p = malloc(sizeof(int));
  if (!p) return 0;
  *p = 3;
  return *p + drop(p);
}
