// EXPECT: true
/* Either a station checks its generator of numbers, 20 000 steps without any input, or it smooths what a sensor says,
   for as long as it runs. Explicit values take the steps one by one, which no unwinding does in time, and intervals do
   not keep apart. The filters are an invariant of floating-point intervals: abstract interpretation finds it. */

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern float __VERIFIER_nondet_float(void);

static void generator(void) {
  unsigned state = 1, ones = 0;
  for (int i = 0; i < 20000; i++) {
    state = state * 1664525u + 1013904223u;
    ones += state >> 31;
  }
  if (ones < 9000 || ones > 11000) reach_error();
}

static void smoothing(void) {
  float first = 0, second = 0, third = 0;
  while (__VERIFIER_nondet_int()) {
    float reading = __VERIFIER_nondet_float();
    if (!(reading >= -1 && reading <= 1)) continue;
    first = 0.9f * first + 0.1f * reading;
    second = 0.9f * second + 0.1f * first;
    third = 0.8f * third + 0.2f * second;
    if (!(third >= -1000 && third <= 1000)) reach_error();
  }
}

int main(void) {
  if (__VERIFIER_nondet_int()) generator();
  else smoothing();
  return 0;
}
