// EXPECT(ILP32): false by bmc, value
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[4], b[4];
char *kept = (char *)a, *also = (char *)b;

void perhaps(int is_made)
{
  if (is_made) {
    char *large = __builtin_alloca(100000);
    large[0] = 1;
    kept = large;
    also = large;
  }
}

int main(void)
{
  perhaps(__VERIFIER_nondet_int() & 0);
  kept[__VERIFIER_nondet_int() & 3] = 1;
  also[__VERIFIER_nondet_int() & 3] = 2;
  reach_error();
  return 0;
}
