// EXPECT: not supported: access to a member of a struct or union | line 3
struct s { int x; } v;
int main(void) { return v.x; }
