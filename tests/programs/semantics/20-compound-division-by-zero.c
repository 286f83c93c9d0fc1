// EXPECT: undefined
int main(void) { char c = 7; int z = 0; c /= z; return c; }
