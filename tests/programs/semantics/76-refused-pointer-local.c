// EXPECT: not supported: a pointer | line 3
int main(void) {
  int *p; return 0; }
