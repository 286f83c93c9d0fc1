// EXPECT: returns 0
typedef __typeof__(sizeof(int)) size_t;
void *malloc(size_t);
void free(void *);
extern void reach_error(void);
struct pool { void *(*get)(size_t); void (*put)(void *); } pool = {malloc, .put = free};
int main(void) {
  char *p = pool.get(4);
  p[3] = 1;
  if (p[3] != 1 || pool.get((size_t)-3)) reach_error();
  pool.put(p);
  return 0;
}
