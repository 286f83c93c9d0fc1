// EXPECT: returns 2
// ASSUMES: the result of the function f points to no object that other pointers point to, as it is declared malloc
// GCC: no
__attribute__((malloc)) static int *f(int *p) {
  return p;
}
int main(void) {
  int x = 1;
  *f(&x) = 2;
  return x;
}
