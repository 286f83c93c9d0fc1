// EXPECT: input error: syntax error before 'return' | line 3
int main(void) { int x = 1
  return x; }
