// EXPECT: returns 1
int main(void) { return 1.5 > 1; }
