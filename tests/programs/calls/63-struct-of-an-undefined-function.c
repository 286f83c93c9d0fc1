// EXPECT: returns 12
// HIDDEN: 3 4 5
// ASSUMES: the undefined function get returns anything and changes nothing
// GCC: no
struct s { int a; struct { short b, c; } in; } ; struct s get(int);
int main(void) { struct s s = get(1); return s.a + s.in.b + s.in.c; }
