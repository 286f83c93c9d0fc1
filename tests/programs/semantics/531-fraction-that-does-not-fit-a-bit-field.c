// EXPECT: undefined
struct s { unsigned e : 3; };
int main(void) { struct s s = {0}; s.e = 9.7; return s.e; }
