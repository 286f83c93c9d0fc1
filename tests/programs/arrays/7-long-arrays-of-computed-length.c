// EXPECT(ILP32): false by bmc, value
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int length = 100000;

int main(void)
{
  int first[length], second[3 * length + 1];
  second[3 * length] = 7;
  first[length - 1] = 5;
  if (first[length - 1] == 5 && second[3 * length] == 7) reach_error();
  return 0;
}
