// EXPECT: not supported: a wide character constant | line 2
int main(void) { return L'a'; }
