// EXPECT: true by kinduction
// The speed rises by one each time: where the distance is no longer negative, it has risen above zero.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int distance = -20;
  int speed = __VERIFIER_nondet_int();
  if (speed <= -300 || speed > 100000) return 0;
  while (distance < 0) {
    distance += speed;
    speed++;
  }
  if (speed <= 0) reach_error();
  return 0;
}
