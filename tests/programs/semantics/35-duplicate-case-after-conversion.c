// EXPECT: input error: duplicate case value | line 4
int main(void) {
  unsigned x = 1; switch (x) {
  case -1: return 0; case 4294967295u: return 1; }
  return 2;
}
