// EXPECT: false by value, bmc
// What is read anew has nothing to do with what was read before.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int token, local;
int main(void) {
  token = __VERIFIER_nondet_int();
  local = token;
  token = __VERIFIER_nondet_int();
  if (token == local + 1) {
    if (token != local + 1) return 1;
    local++;
    if (token == local) reach_error();
  }
  return 0;
}
