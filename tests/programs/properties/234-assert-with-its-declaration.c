// EXPECT: true by flow:bmc assuming the undefined function assert returns anything
// PROPERTY: undefined-behaviour
//
// A function of that name which the program declares is one that nothing defines.
extern int __VERIFIER_nondet_int(void);
extern int assert(int);
int main(void) {
  int table[3] = {0}, at = __VERIFIER_nondet_int();
  assert(at);
  return table[at & 1];
}
