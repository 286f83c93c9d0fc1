/* KLEE's functions for nondeterministic values: executions of a program link them, too, so that they declare what they
   call. */

#include "model.h"

extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

void klee_make_symbolic(void *object, size_t size, const char *name) {
  unsigned char *byte = object;
  for (size_t i = 0; i < size; i++) byte[i] = __VERIFIER_nondet_uchar();
}

int klee_int(const char *name) {
  return __VERIFIER_nondet_int();
}

int klee_range(int begin, int end, const char *name) {
  int value = __VERIFIER_nondet_int();
  __VERIFIER_assume(begin <= value && value < end);
  return value;
}
