// EXPECT: false by flow:value cpu=10; false by flow:bmc cpu=10
// PROPERTY: undefined-behaviour
struct inner { int a[2]; int b[2]; };
struct outer { struct inner in; int z; };
int get(struct outer *p, int i) { return p->in.b[i]; }
int main(void) {
  struct outer x = {{{1}}};
  return get(&x, 2);
}
