// EXPECT: not supported: a type that a part of an expression declares | line 7
// The right side is in the scope of the enumerator; a statement expression has a scope of its own.
enum { inner = 0 };
int main(void) {
  int found[1] = {0};
  found[0] = ({ enum { inner = 2 }; inner; });
  found[sizeof(enum { inner = 1 }) * 0] = inner;
  return found[0];
}
