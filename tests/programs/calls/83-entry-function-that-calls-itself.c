// EXPECT: returns 3
// INPUTS: 4
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int n = 2;
int main(void) {
  int own = n, in = n == 2 ? __VERIFIER_nondet_int() : 1, *p = &own;
  n--;
  if (own > 0 && main() != (own == 2 ? 7 : 0)) reach_error();
  if (*p != own || in != (own == 2 ? 4 : 1)) reach_error();
  return own == 2 ? 3 : own ? 7 : 0;
}
