// EXPECT: false by flow:value because at line 6: read of a local variable that was never written
// PROPERTY: undefined-behaviour
struct pair { int left; };
int main(void) {
  struct pair pair = {1};
  int left = pair.left, self = self + left;
  return self;
}
