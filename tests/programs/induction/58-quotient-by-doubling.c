// EXPECT: true by kinduction
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int whole = __VERIFIER_nondet_int(), part = __VERIFIER_nondet_int();
  long long quotient = 0, rest = whole, times, multiple;
  if (part < 1) return 0;
  while (1) {
    if (whole != quotient * part + rest) reach_error();
    if (rest < part) break;
    times = 1;
    multiple = part;
    while (1) {
      if (multiple != part * times || rest < 0 || whole != quotient * part + rest) reach_error();
      if (rest < 2 * multiple) break;
      if (rest < 2 * part * times) reach_error();
      times *= 2;
      multiple *= 2;
    }
    rest -= multiple;
    quotient += times;
  }
  return 0;
}
