// EXPECT: false by flow:default
// PROPERTY: memory-safety
extern void free(void *);
extern char *strerror(int);
int main(void) {
  free(strerror(1));
  return 0;
}
