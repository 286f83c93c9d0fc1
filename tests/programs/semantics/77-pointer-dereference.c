// EXPECT: returns 9
int main(void) {
  int x = 9;
  return *&x; }
