// EXPECT: any by kinduction
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[10];
unsigned n;
int main(void) {
  while (1) {
    n++;
    if (n == 1000000u) {
      int i = __VERIFIER_nondet_int();
      if (i >= 0 && i < 10) {
        if (a[i] != 1) reach_error();
      }
      return 0;
    }
  }
}
