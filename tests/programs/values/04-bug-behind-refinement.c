// EXPECT: false by value states=3000, refined states=3000; any by symbolic
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int state = 0, extra = 9;
  for (int i = 0; i < 6; i++) {
    int x = __VERIFIER_nondet_int();
    if (state == 0 && x == 17) state = 1;
    else if (state == 1 && x == 4) state = 2;
    else extra++;
    if (state == 2) {
      if (extra > 8) reach_error();
    }
  }
  return 0;
}
