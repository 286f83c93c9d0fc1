// EXPECT: unknown by bmc, value, cmc
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern int fork(void);
int main(void) {
  if (__VERIFIER_nondet_int()) goto behind;
  int x = ({ fork(); 3; });
behind:
  x = 4;
  if (x != 4) reach_error();
  return 0;
}
