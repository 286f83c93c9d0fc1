// EXPECT: false by kinduction
// Halving loses the highest bit of the product.
extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar(), i = 10, sum = 55;
  if (n > 20) return 0;
  while (i < n) { i++; sum += i; }
  if (sum != (unsigned char)(i * (i + 1)) / 2) reach_error();
  return 0;
}
