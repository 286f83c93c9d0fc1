// EXPECT: not supported: an expression whose value depends on the order of evaluation | line 5
int g;
int f(void) { return ++g; }
int main(void) {
  return ({ int g = 2; g + f(); }) + g;
}
