// EXPECT: not supported: the character constant 'ab' | line 2
int main(void) { return 'ab'; }
