// EXPECT: false by bmc
// The distance is lower than a negative number can be, and becomes a positive one.
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned distance = 4294967276u; /* -20 */
  unsigned speed = __VERIFIER_nondet_uint();
  if (speed < 2147483650u) return 0;
  while (distance > 2147483647u) {
    distance += speed;
    speed++;
  }
  if (speed > 2147483647u) reach_error();
  return 0;
}
