// EXPECT: returns 42
static int f(int *__restrict p, const int *__restrict__ q) { return *p + *q; }
static int g(int a[__restrict], int b[__restrict__ 2]) { return a[0] + b[1]; }

int main(void) {
  __volatile__ int x = 1;
  __volatile int y = 2;
  int z = 3, w[2] = {4, 5};
  if (_Generic(&x, volatile int *: 1, int *: 2, default: 3) != 1) return 1;
  if (_Generic(&y, volatile int *: 1, int *: 2, default: 3) != 1) return 2;
  __asm__ __volatile__ ("" : "+r" (z));
  return f(&z, w) + g(w, w) == 16 && x + y == 3 ? 42 : 3;
}
