// VALUE: unknown | REFINED: unknown | SYMBOLIC: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = x;
  if (x > 3) y++;
  if (x <= 3 && y != x) reach_error();
  return 0;
}
