// EXPECT: true by impact
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern unsigned __VERIFIER_nondet_uint(void);
/* Several loops; what each computes is of no concern to the next but for one relation. */
int main(void) {
  unsigned x = __VERIFIER_nondet_uint(), y = x, z = 0, checksum = 0;
  while (__VERIFIER_nondet_int()) { checksum = checksum * 31 + x; x += 2; y += 2; }
  while (__VERIFIER_nondet_int()) { checksum ^= x; if (x != y) reach_error(); z = x - y; }
  while (__VERIFIER_nondet_int()) { checksum += z; x = y + z; }
  while (__VERIFIER_nondet_int()) { checksum = (checksum << 3) ^ (y >> 2); if (z != 0) reach_error(); }
  return checksum == x - y;
}
