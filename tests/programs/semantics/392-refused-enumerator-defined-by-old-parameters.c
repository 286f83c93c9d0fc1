// EXPECT: not supported: a type that a list of parameters defines | line 6
enum { A = 1 };
int f(x)
  enum { A = 7 } x;
{ return A; }
int main(void) { return f(0); }
