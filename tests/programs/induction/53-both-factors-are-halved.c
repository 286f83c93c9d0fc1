// EXPECT: true by kinduction
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int left = __VERIFIER_nondet_int(), right = __VERIFIER_nondet_int();
  long long a = left, b = right, weight = 1, sum = 0;
  while (a != 0 && b != 0) {
    if (sum + a * b * weight != (long long)left * right) reach_error();
    if (a % 2 == 0 && b % 2 == 0) { a /= 2; b /= 2; weight *= 4; }
    else if (a % 2 == 0) { b -= 1; sum += a * weight; }
    else { a -= 1; sum += b * weight; }
  }
  if (sum != (long long)left * right) reach_error();
  return 0;
}
