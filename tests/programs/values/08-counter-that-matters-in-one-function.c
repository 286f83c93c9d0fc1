// EXPECT: unknown by value states=3000; true by refined states=3000; any by symbolic
// What is known of n matters in main, and not in the function that goes on counting.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

unsigned n;

void go_on(void) {
  while (__VERIFIER_nondet_int()) n += 3;
}

int main(void) {
  while (n < 5) n++;
  if (n != 5) reach_error();
  go_on();
  return n > 7;
}
