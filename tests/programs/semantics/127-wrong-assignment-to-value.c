// EXPECT: input error: this is not something that can be assigned to | line 2
int main(void) { 5 = 6; return 0; }
