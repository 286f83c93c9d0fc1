// EXPECT: returns 0
// HIDDEN: 24 9
// GCC: no
/* An allocated object has at least as many bytes as were asked for. */
typedef unsigned long size_t;
extern void *malloc(size_t), *realloc(void *, size_t);
extern size_t malloc_usable_size(void *);
int main(void) {
  char *object = malloc(5);
  if (malloc_usable_size(object) != 24 || malloc_usable_size(0) != 0) return 1;
  object[4] = 3;
  object = realloc(object, 9);
  return object[4] != 3 || malloc_usable_size(object) != 9;
}
