// EXPECT: returns 0
// INPUTS: -7 -2147483648
extern int abs(int); extern long labs(long); extern long long llabs(long long);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), least = __VERIFIER_nondet_int();
  if (abs(x) != 7 || abs(7) != 7 || abs(least) != least) return 1;
  if (labs(x) != 7 || llabs(-5000000000) != 5000000000 || sizeof labs(x) != sizeof(long)) return 2;
  if (abs(abs(x) - 9) != 2 || abs(x) + abs(x) != 14 || __builtin_abs(-1) != 1) return 3;
  return 0;
}
