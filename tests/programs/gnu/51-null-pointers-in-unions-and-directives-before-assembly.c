// EXPECT: returns 0
typedef union { int *p; char *q; } U __attribute__((transparent_union));
static int null(U u) { return u.p == 0; }
int main(void) { int w[] = {1,2,3}; int n = 0;
  for (unsigned i = 0; i < sizeof w / sizeof *w; i++) n += w[i];
  int x = 5;
# 9 "other.h"
  asm volatile("" ::: "memory");
  return n == 6 && null(0) && !null(&x) && x == 5 ? 0 : 1; }
