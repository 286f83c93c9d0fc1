// EXPECT: returns 5
struct s { char c; int x; } v = {1, 4};
int main(void) { return v.x + v.c; }
