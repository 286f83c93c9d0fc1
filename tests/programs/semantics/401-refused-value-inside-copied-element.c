// EXPECT: not supported: an initial value for a part of what an expression initialises as a whole | line 4
struct in { int a, b; };
int main(void) {
  struct in o[2] = {[0 ... 1] = (struct in){4, 5}, [1].b = 9};
  return o[1].a;
}
