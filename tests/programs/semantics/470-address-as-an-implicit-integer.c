// EXPECT: undefined
int main(void) { return !letter(); }
