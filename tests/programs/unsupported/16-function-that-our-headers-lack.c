// EXPECT: unknown by flow:bmc cpu=10 because the function or macro j0, which headers of the system may declare
// It is a macro, or has another type than that of an undeclared function.
#include <math.h>
extern void reach_error(void);

int main(void)
{
  if (j0(0.7) != 0) reach_error();
  return 0;
}
