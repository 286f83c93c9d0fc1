// EXPECT: input error: a case label outside of a switch | line 2
int main(void) { case 1: return 0; }
