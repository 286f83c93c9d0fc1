// EXPECT: unknown by flow:termination cpu=10
// PROPERTY: termination
// Nothing says that a signal comes.
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 3) pause();
  return 0;
}
