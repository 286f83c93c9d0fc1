// EXPECT: returns 0
int main(void) {
  int *p; return 0; }
