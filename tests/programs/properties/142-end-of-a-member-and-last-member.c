// EXPECT: true by flow:cmc
// PROPERTY: undefined-behaviour
extern void *malloc(unsigned long);
extern void free(void *);
struct s { char a[4]; char last[1]; };
int main(void) {
  struct s *p = malloc(sizeof *p + 8);
  if (!p) return 0;
  char *end = &p->a[4];
  p->last[6] = 1;
  long distance = end - p->a;
  free(p);
  return distance != 4;
}
