// EXPECT: false by flow:bmc cpu=10 because a function returns that is declared not to
// PROPERTY: undefined-behaviour
extern int __VERIFIER_nondet_int(void);
extern void abort(void);

_Noreturn void stop(int how)
{
  if (how) abort();
}

int main(void)
{
  stop(__VERIFIER_nondet_int());
  return 0;
}
