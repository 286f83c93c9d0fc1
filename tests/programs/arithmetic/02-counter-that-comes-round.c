// EXPECT: false by predicate arithmetic=each, impact arithmetic=each
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned char turns = 254;
  while (__VERIFIER_nondet_int()) {
    turns++;
    if (turns == 1) reach_error();
  }
  return 0;
}
