// EXPECT: not supported: a type that a list of parameters defines | line 4
struct s { long l[3]; };
int f(struct s { int a; char b; } *p) { return sizeof(struct s); }
int main(void) { return f(0); }
