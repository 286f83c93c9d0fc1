// EXPECT: unknown by flow:abstract, flow:cmc-three, flow:accelerate, flow:ranged
extern void reach_error(void);
void f(int k) {
  switch (k) {
    int a[2];
  case 1: { int *q = a; if (q[1] != 0) reach_error(); }
  }
}
int main(void) {
  for (unsigned i = 0; i < 100000000u; i++) ;
  f(1);
  return 0;
}
