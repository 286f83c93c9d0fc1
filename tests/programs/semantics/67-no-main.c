// EXPECT: input error: the program has no function 'main'
int maine(void) { return 1; }
