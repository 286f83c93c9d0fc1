// EXPECT: not supported: an expression whose value depends on the order of evaluation | line 4
int main(void) {
  int i = 1;
  return ({ i++; int i = 5; i; }) + ({ int j = i; j; });
}
