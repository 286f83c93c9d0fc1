// EXPECT: returns 4
int n; int main(void) { return n++ < 3 ? main() : n; }
