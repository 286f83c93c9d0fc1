// EXPECT: true
// ARGS: --flow value
//
// The longest of the Collatz sequences of the numbers below 2500 has 208 steps. That is found only by running all of
// them, 175,000 steps.

extern void reach_error(void);

int main(void) {
  unsigned longest = 0;
  for (unsigned start = 1; start < 2500; start++) {
    unsigned steps = 0;
    for (unsigned x = start; x != 1; steps++)
      x = x % 2 ? 3 * x + 1 : x / 2;
    if (steps > longest) longest = steps;
  }
  if (longest != 208) reach_error();
  return 0;
}
