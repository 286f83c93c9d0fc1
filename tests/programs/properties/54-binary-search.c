// EXPECT: true by flow:termination cpu=90
// PROPERTY: termination
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int low = 0, high = __VERIFIER_nondet_int(), wanted = __VERIFIER_nondet_int();
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (middle < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
