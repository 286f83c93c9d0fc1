// EXPECT: returns 1
int x; int main(void) { return &x != 0; }
