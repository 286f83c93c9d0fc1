// EXPECT: not supported: a struct | line 3
struct s { int x; }; int main(void) {
  struct s v; return v.x; }
