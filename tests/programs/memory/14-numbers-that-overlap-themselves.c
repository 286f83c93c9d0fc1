// EXPECT: false by bmc; any by value, cmc
extern void reach_error(void); extern int __VERIFIER_nondet_int(void);
char buffer[16];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 1 || i > 2) return 0;
  *(int *)buffer = 0x01010101;
  int *p = (int *)(buffer + i);
  if (*p != 0) reach_error();
  return 0;
}
