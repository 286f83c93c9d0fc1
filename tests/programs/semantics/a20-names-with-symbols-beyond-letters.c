// EXPECT: returns 10
// C11 D.1 allows more than letters: fractions, symbols.
int main(void) {
  int b¾ = 3, x\u00b2 = 4, \U0001F355 = 2, a\u2460 = 1;
  return b\u00be + x² + 🍕 + a①;
}
