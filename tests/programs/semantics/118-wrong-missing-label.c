// EXPECT: input error: label 'nowhere' is not defined | line 2
int main(void) { goto nowhere; }
