// EXPECT: true by kinduction
extern void reach_error(void); extern unsigned char __VERIFIER_nondet_uchar(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int step = __VERIFIER_nondet_int(), times = 0;
  short limit = __VERIFIER_nondet_uchar();
  long long sum = 0, twice = 0;
  if (step < -5000 || step > 5000) return 0;
  while (times < limit) {
    sum += step;
    twice += times + 1;
    times++;
  }
  if (sum != (long long)step * times || 2 * twice != (long long)times * (times + 1)) reach_error();
  return 0;
}
