// EXPECT: unknown by value states=3000; true by refined states=3000; any by symbolic
// What is known of n matters as far as the comparison, and in no later loop.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned n = 0;
  while (n < 5) n++;
  if (n != 5) reach_error();
  while (__VERIFIER_nondet_int()) n += 3;
  return n > 7;
}
