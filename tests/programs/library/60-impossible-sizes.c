// EXPECT: returns 0
typedef __typeof__(sizeof(int)) size_t;
void *malloc(size_t); void *calloc(size_t, size_t); void free(void *);
extern void reach_error(void);
int main(void) {
  double n = 3.9;
  char *p = malloc(-1), *q = malloc((size_t)-1 / 2 + 1), *r = calloc((size_t)-1 / 4, 8), *s = malloc(n * sizeof(char));
  if (p || q || r || !s) reach_error();
  s[2] = 1;
  free(p); free(s);
  return 0;
}
