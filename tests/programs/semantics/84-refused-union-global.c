// EXPECT: not supported: access to a member of a struct or union | line 3
union s { int x; } v;
int main(void) { return v.x; }
