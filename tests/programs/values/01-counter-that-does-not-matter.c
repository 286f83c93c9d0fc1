// EXPECT: unknown by value states=3000; true by refined states=3000; any by symbolic
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int locked = 0;
  unsigned turns = 0;
  while (__VERIFIER_nondet_int()) {
    turns++;
    if (locked) reach_error();
    locked = 1;
    if (turns & 3) turns += 2;
    locked = 0;
  }
  return turns == 7;
}
