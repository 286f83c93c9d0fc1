// EXPECT: input error: label 'here' is defined twice | line 3
int main(void) { here: ;
  here: return 0; }
