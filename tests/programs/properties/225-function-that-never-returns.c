// EXPECT: true by flow:bmc cpu=10 assuming nothing
// PROPERTY: undefined-behaviour
extern int __VERIFIER_nondet_int(void);
extern void abort(void), exit(int) __attribute__((noreturn));

__attribute__((noreturn)) static void stop(int how)
{
  if (how) abort();
  exit(1);
}

int main(void)
{
  if (__VERIFIER_nondet_int() == 7) stop(__VERIFIER_nondet_int());
  return 0;
}
