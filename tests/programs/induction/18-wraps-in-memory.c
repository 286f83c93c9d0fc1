// KINDUCTION: true
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
void turn(unsigned char *wheel) { *wheel += 12; }
int main(void) {
  unsigned char wheel = 0;
  int armed = 0;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int() == 77777777) armed = 1;
    if (armed) turn(&wheel);
  }
  if (wheel == 6) reach_error();
  return 0;
}
