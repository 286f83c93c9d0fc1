// EXPECT: true by kinduction
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned char wheel = 0, *place = &wheel;
  int armed = 0;
  if (!place) return 1;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int() == 77777777) armed = 1;
    if (armed) wheel += 12;
  }
  if (wheel == 6) reach_error();
  return 0;
}
