// EXPECT: returns 3
// HIDDEN: 3
// GCC: no
struct s { int x; }; int main(void) {
  struct s v; return v.x; }
