// EXPECT: true by impact
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
/* An event-condition-action system: many variables, of which few matter to the error. */
int a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7;
void react(int input) {
  if (input == 1 && a == 1 && (b == 2 || b == 9)) { a = 2; b = c + d; return; }
  if (input == 2 && a == 2 && c < e) { a = 3; c = c + 1; d = d * 2; return; }
  if (input == 3 && a == 3 && (f ^ g) != 0) { a = 4; e = e + f; f = g - 1; return; }
  if (input == 4 && a == 4 && d > 3) { a = 5; g = d % 7; d = e; return; }
  if (input == 5 && a == 5) { a = 1; b = 2; c = 3; return; }
  if (input == 6 && a == 6) reach_error();
  if (input == 7 && a == 7 && b == g) reach_error();
}
int main(void) {
  while (1) react(__VERIFIER_nondet_int());
}
