// EXPECT: true by predicate
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
/* A producer and a consumer as one loop: states and a buffer of one place, each with three values. */
int main(void) {
  int producer = 0, consumer = 0, buffer = 0, turn = 0;
  while (1) {
    int who = __VERIFIER_nondet_int();
    if (who == 0) {
      if (producer == 0 && buffer == 0) { producer = 1; }
      else if (producer == 1) { buffer = turn == 0 ? 1 : 2; producer = 2; }
      else if (producer == 2 && consumer == 0) { producer = 0; turn = turn == 0 ? 1 : 0; }
    } else if (who == 1) {
      if (consumer == 0 && buffer != 0 && producer == 0) { consumer = 1; }
      else if (consumer == 1) { if (buffer == 0) reach_error(); consumer = 2; }
      else if (consumer == 2) { buffer = 0; consumer = 0; }
    } else if (who == 2 && buffer > 2) {
      reach_error();
    } else if (producer > 2 || consumer > 2) {
      reach_error();
    }
  }
}
