// EXPECT: undefined
int main(void) { return 1 / 0; }
