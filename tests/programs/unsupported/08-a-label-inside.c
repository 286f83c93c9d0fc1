// EXPECT: true by bmc, cmc; unknown by value
extern void reach_error(void); extern int __VERIFIER_nondet_int(void); extern int fork(void);
int main(void) {
  switch (__VERIFIER_nondet_int() & 1) {
    case 2: fork();
    case 0: break;
    case 3: reach_error();
  }
  return 0;
}
