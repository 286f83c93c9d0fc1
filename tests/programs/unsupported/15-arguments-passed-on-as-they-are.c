// EXPECT: unknown by value, bmc, kinduction, predicate because the built-in function __builtin_va_arg_pack
// The body that gcc puts in the place of a call is what the call does: no undefined function.
extern void reach_error(void);
int called;

int last(int n, int given, ...)
{
  called = n;
  return given;
}

extern inline __attribute__((always_inline, gnu_inline)) int passed(int n, ...)
{
  return last(n, 0, __builtin_va_arg_pack());
}

int main(void)
{
  passed(2, 5, 6);
  if (called == 2)
    reach_error();
}
