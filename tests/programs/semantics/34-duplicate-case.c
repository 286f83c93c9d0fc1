// EXPECT: input error: duplicate case value | line 3
int main(void) {
  int x = 1; switch (x) { case 1: return 0; case 0x1: return 1; }
  return 2;
}
