// EXPECT: true by kinduction
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
int main(void) {
  int state = 0, level = 5;
  while (__VERIFIER_nondet_int()) {
    int key = __VERIFIER_nondet_int();
    if (state == 0 && key == 11111111) { state = 1; level = 10; }
    else if (state == 1 && key == 22222222) { state = 2; level = 20; }
    else if (state == 1 && level < 15) level++;
    else if (state == 2 && key == 33333333) { state = 0; level = 5; }
  }
  if (state == 1 && level > 15) reach_error();
  if (state == 2 && level < 20) reach_error();
  return 0;
}
