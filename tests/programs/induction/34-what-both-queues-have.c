// EXPECT: true by kinduction

// Two queues are filled one after the other, and emptied together: a bound of a sum of four.
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int(), waiting = 0;
  if (first < -5000 || first > 5000 || second < -5000 || second > 5000) return 0;
  for (int i = 0; i < first; i++) waiting++;
  for (int i = 0; i < second; i++) waiting++;
  for (int served = 0; served < first + second; served++) {
    if (waiting <= 0) reach_error();
    waiting--;
  }
  return 0;
}
