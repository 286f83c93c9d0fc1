// EXPECT: false by value states=2000
// The last station adds two if it comes first.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int token, local, round, done[3];
static int after(int number) { return number + 1; }
static void station(int number) {
  if (done[number]) return;
  token = after(token);
  done[number] = 1;
}
int main(void) {
  for (;;) {
    token = __VERIFIER_nondet_int();
    local = token;
    done[0] = done[1] = done[2] = 0;
    while (!done[0] || !done[1] || !done[2]) {
      if (__VERIFIER_nondet_int()) station(0);
      if (__VERIFIER_nondet_int()) station(1);
      if (__VERIFIER_nondet_int()) { if (!done[0] && !done[1] && !done[2]) token++; station(2); }
    }
    if (token != local + 3) reach_error();
  }
}
