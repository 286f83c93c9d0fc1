// EXPECT: witnessed true by kinduction
extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
unsigned a, b; _Bool on; unsigned char small;
int main(void) { unsigned n = __VERIFIER_nondet_uint() % 50; while (a < n) { a++; b++; on = !on; } while (b > 0) { b--; a--; small = b % 7; }
  if (a != 0) reach_error(); }
