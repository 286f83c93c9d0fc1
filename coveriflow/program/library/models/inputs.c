/* Functions for nondeterministic values that competitions have, beyond those of the front end. */

#include "model.h"

void __VERIFIER_nondet_memory(void *s, size_t n) {
  unsigned char *p = s;
  for (size_t i = 0; i < n; i++) p[i] = __VERIFIER_nondet_uchar();
}
