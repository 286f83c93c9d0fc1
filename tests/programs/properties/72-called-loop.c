// EXPECT: true by flow:termination cpu=90
// PROPERTY: termination
extern unsigned int __VERIFIER_nondet_uint(void);
static unsigned int count(unsigned int n) {
  unsigned int steps = 0;
  while (n > 0) {
    n /= 2;
    steps++;
  }
  return steps;
}
int main(void) {
  unsigned int n = __VERIFIER_nondet_uint(), total = 0;
  for (unsigned int i = 0; i < n; i++)
    total += count(i);
  return total;
}
