// EXPECT: unknown by bmc, value, cmc
extern void reach_error(void); extern void *__VERIFIER_nondet_pointer(void); extern int __VERIFIER_nondet_int(void);
int own = 3;
int main(void) {
  int *p = &own;
  if (*p != 3) return 1;
  if (__VERIFIER_nondet_int() == 7) { p = __VERIFIER_nondet_pointer(); *p = 3; }
  if (own != 3) reach_error();
  return 0;
}
