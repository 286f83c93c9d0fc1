// EXPECT: input error: function 'main' is defined twice | line 1
int main(void) { return 1; }
