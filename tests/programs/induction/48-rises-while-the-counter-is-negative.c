// EXPECT: true by kinduction
// The same the other way round, in steps of two.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int height = 30;
  int brake = __VERIFIER_nondet_int();
  if (brake <= -200 || brake > 50000) return 0;
  while (height > 0) {
    height = height - brake;
    brake += 2;
  }
  if (brake <= 2) reach_error();
  return 0;
}
