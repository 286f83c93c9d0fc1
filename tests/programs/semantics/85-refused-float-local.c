// EXPECT: not supported: floating-point arithmetic | line 3
int main(void) {
  double d = 1; return 0; }
