// EXPECT: true by value assuming the loops in functions that are called at
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int a[3];
static int reach(void) {
  reach_error();
  return 0;
}
static int loop(void) {
  int c = 1;
  while (c) c = c == 1 ? 2 : 1;
  return 0;
}
int main(void) {
  a[reach()] = loop();
  return 0;
}
