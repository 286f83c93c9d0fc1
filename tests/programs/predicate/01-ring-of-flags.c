// EXPECT: true by predicate
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
/* One token goes round; each place is empty, has it, or waits. */
int main(void) {
  int a = 1, b = 0, c = 0, d = 0, steps = 0;
  while (__VERIFIER_nondet_int()) {
    steps++;
    switch (__VERIFIER_nondet_int()) {
      case 0: if (a == 1) { a = 0; if (b == 2) b = 1; else b = 1; } else if (a == 0) a = 2; break;
      case 1: if (b == 1) { b = 0; c = 1; } else if (b == 0 && a != 1) b = 2; break;
      case 2: if (c == 1) { c = 0; d = 1; } else if (c == 0) c = 2; break;
      case 3: if (d == 1) { d = 0; a = 1; } else if (d == 2) d = 0; break;
      default: if (a == 2) a = 0; if (c == 2 && d == 0) c = 0; break;
    }
    if (a == 1 && (b == 1 || c == 1 || d == 1)) reach_error();
    if (b == 1 && (c == 1 || d == 1)) reach_error();
  }
  return 0;
}
