// EXPECT: input error: a struct or union cannot be used here | line 2
struct s { int x; } s; int main(void) { if (s) return 1; return 0; }
