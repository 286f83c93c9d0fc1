// EXPECT: not supported: a label as a value | line 3
int main(void) {
  void *p = &&end; goto *p; end: return 0; }
