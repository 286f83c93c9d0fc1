// EXPECT: not supported: a type that the step of a loop declares | line 5
// The body is in the scope of the enumerator.
enum { inner = 0 };
int main(void) {
  for (;; sizeof(enum { inner = 1 })) return inner;
}
