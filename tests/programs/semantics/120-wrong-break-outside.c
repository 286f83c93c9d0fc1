// EXPECT: input error: break outside of a loop or switch | line 2
int main(void) { break; }
