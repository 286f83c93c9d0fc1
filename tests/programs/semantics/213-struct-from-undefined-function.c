// EXPECT: returns 3
// HIDDEN: 1 2
// ASSUMES: the undefined function any returns anything and changes nothing
// GCC: no
struct s { int a; short b; };
struct s any(void);
int main(void) { struct s s = any(); return s.a + s.b; }
