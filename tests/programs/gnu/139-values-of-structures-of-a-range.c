// EXPECT: returns 42
struct pair { int a, b; };

int main(void) {
  struct pair p[3] = { [0 ... 1] = (struct pair){ 20, 22 }, [2] = { 1, 1 } };
  p[0].a = 7;
  return p[1].a + p[1].b;
}
