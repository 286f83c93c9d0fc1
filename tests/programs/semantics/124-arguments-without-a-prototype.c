// EXPECT: returns 3
// Further arguments are ignored, and a call that is never reached is no error.
int add();
int main(void) {
  int r = 0;
  if (r) r = add(1);
  return r + add(1, 2, 3);
}
int add(a, b) int a, b;
{ return a + b; }
