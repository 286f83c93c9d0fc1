// EXPECT: unknown by value states=3000; true by refined states=3000; any by symbolic
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int mode;
int doubled(int x) { return 2 * x; }

int main(void) {
  int four = doubled(2), noise = 0;
  mode = four + 1;
  while (__VERIFIER_nondet_int()) {
    noise = noise * 3 + 1;
    if (mode != 5) reach_error();
  }
  return noise > 0;
}
