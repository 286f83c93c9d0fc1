// EXPECT: false by predicate arithmetic=each, impact arithmetic=each
// A number above 0 that is negative, and one above 255 that is 4.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  signed char narrow = (signed char)x;
  unsigned char low = (unsigned char)x;
  if (x > 255 && narrow < 0 && low == 244) reach_error();
  return 0;
}
