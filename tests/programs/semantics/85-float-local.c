// EXPECT: returns 0
int main(void) {
  double d = 1; return 0; }
