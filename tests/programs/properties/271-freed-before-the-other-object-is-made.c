// EXPECT: true by flow:default
// PROPERTY: memory-safety
extern void *malloc(unsigned long);
extern void free(void *);
static int drop(int *p) {
  free(p);
  return 1;
}
int main(void) {
  int *p = malloc(sizeof(int));
  int *q = malloc(sizeof(int));
  if (!p || !q) return drop(p) + drop(q);
  *p = *q = 3;
  int result = *q + drop(p);
  return result + drop(q);
}
