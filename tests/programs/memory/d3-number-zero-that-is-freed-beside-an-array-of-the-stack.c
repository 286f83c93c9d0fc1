// EXPECT: returns 3
// HIDDEN: nothing
void *__builtin_alloca(unsigned long);
void free(void *);
int main(void) {
  int none = 0;
  char *p = __builtin_alloca(4);
  p[0] = 3;
  free(0);
  free(none);
  free(0LL);
  return p[0];
}
