// EXPECT: input error: comment is never closed | line 2
int main(void) { /* return 0; }
