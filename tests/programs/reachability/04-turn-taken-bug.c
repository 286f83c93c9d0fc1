// EXPECT: false by horn
// Two processes and a scheduler: each asks for entry, and takes the turn instead of giving it away.
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
int main(void) {
  unsigned char at[2] = {0, 0};
  _Bool wants[2] = {0, 0};
  unsigned char turn = 0;
  while (1) {
    unsigned char me = __VERIFIER_nondet_bool(), other = !me;
    if (at[me] == 0) {
      wants[me] = 1;
      at[me] = 1;
    } else if (at[me] == 1) {
      turn = me;
      at[me] = 2;
    } else if (at[me] == 2) {
      if (!wants[other] || turn == me) at[me] = 3;
    } else {
      wants[me] = 0;
      at[me] = 0;
    }
    if (at[0] == 3 && at[1] == 3) reach_error();
  }
}
