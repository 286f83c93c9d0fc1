/* What the sample runs of examples/real call: each input is the next number of standard input, or 0 at its end. */
#include <stdbool.h>
#include <stdio.h>

static long long input(void) {
  long long value;
  return scanf("%lld", &value) == 1 ? value : 0;
}

bool __VERIFIER_nondet_bool(void) { return input() != 0; }
char __VERIFIER_nondet_char(void) { return (char)input(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)input(); }
short __VERIFIER_nondet_short(void) { return (short)input(); }
unsigned short __VERIFIER_nondet_ushort(void) { return (unsigned short)input(); }
int __VERIFIER_nondet_int(void) { return (int)input(); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)input(); }
long __VERIFIER_nondet_long(void) { return (long)input(); }
unsigned long __VERIFIER_nondet_ulong(void) { return (unsigned long)input(); }
