// EXPECT: undefined
struct s { int d : 5; };
int main(void) { struct s s = {0}; double x = 17.5; s.d = 2; s.d = x; return s.d; }
