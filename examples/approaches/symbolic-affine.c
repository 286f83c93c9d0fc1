// EXPECT: true
// ARGS: --flow symbolic
//
// Seven linear functions, one of two each time, are applied to an unknown number and composed beside it. On each path
// slope and offset are numbers; merged, they are unknowns to multiply with.

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

unsigned value, slope = 1, offset = 0;
void apply(void) {
  unsigned a, b;
  if (__VERIFIER_nondet_int()) {
    a = 3; b = 1;
  } else {
    a = 7; b = 5;
  }
  value = a * value + b;
  slope = a * slope;
  offset = a * offset + b;
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  value = x;
  apply(); apply(); apply(); apply(); apply(); apply(); apply();
  if (value != slope * x + offset) reach_error();
  return 0;
}
