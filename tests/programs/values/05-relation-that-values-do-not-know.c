// EXPECT: unknown by value states=3000, refined states=3000; true by symbolic
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = x;
  if (x > 3) y++;
  if (x <= 3 && y != x) reach_error();
  return 0;
}
