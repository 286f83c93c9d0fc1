// EXPECT: returns 1
union s { int x; unsigned char c; } v = {257};
int main(void) { return v.c; }
