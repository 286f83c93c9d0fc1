// EXPECT: true by flow:cmc, flow:bmc
// PROPERTY: undefined-behaviour
extern int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
void free(void *);
int main(void) {
  int a[2], *p = malloc(sizeof(int)), y;
  struct {
    int m;
  } s, t;
  int *q = &y;
  int x = a[1];
  t = s;
  x = *p;
  x = *q;
  free(p);
  return 0;
}
