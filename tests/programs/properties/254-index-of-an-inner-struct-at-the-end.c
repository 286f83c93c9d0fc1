// EXPECT: true by flow:value cpu=10; true by flow:bmc cpu=10
// PROPERTY: undefined-behaviour
void *malloc(unsigned long);
struct inner { int a[2]; int b[1]; };
struct outer { int z; struct inner in; };
int get(struct outer *p, int i) { return p->in.b[i]; }
int main(void) {
  struct outer *x = malloc(sizeof *x + 8);
  if (!x) return 0;
  x->in.b[2] = 1;
  return get(x, 2);
}
