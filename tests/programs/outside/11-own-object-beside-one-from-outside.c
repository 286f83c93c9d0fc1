// EXPECT: false by bmc assuming a pointer that the undefined function get returns is null or points to a new object; any by value, cmc
extern void reach_error(void); extern int *get(void); extern int __VERIFIER_nondet_int(void);
int own = 3;
int main(void) {
  int *p = &own;
  if (*p != 3) return 1;
  if (__VERIFIER_nondet_int() == 7) { p = get(); *p = 1; }
  if (own == 3) reach_error();
  return 0;
}
