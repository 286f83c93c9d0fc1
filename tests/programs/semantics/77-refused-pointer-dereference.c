// EXPECT: not supported: a pointer | line 4
int main(void) {
  int x = 0;
  return *&x; }
