// EXPECT: true by kinduction

// Two counters are equal in one mode; in the other one they are not.
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int fast = __VERIFIER_nondet_int();
  unsigned sent = 0, received = 0, from = fast ? 0 : 1, to = 1;
  while (__VERIFIER_nondet_int()) {
    sent++;
    received += to - from;
    from += 2;
    to += from % 2 == 0 ? 2 : 1;
  }
  if (fast && sent != received) reach_error();
  return 0;
}
