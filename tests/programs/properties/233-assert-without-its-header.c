// EXPECT: true by flow:bmc
// PROPERTY: memory-safety
//
// An assertion whose header is missing ends the program where it fails, also where something else is asked.
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int table[3] = {0}, at = __VERIFIER_nondet_int();
  assert(at >= 0 && at < 3);
  return table[at];
}
