// EXPECT: undefined
int main(void) { return atof("1.5") != 1; }
