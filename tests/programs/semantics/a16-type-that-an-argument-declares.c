// EXPECT: not supported: a type that a part of an expression declares | line 5
// The second argument is in the scope of the enumerator.
enum { inner = 0 };
static int second(int a, int b) { return a ? b : 0; }
int main(void) { return second(sizeof(enum { inner = 1 }), inner); }
