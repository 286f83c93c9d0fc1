// EXPECT(ILP32): false by flow:value cpu=10; false by flow:bmc cpu=10
// PROPERTY: undefined-behaviour
// The member would lie where the other object is.
void *malloc(unsigned);
struct large { char before[65536]; char far; };
static char *made(void) { return malloc(10); }

int main(void)
{
  char *a = made(), *b = made();
  a[0] = b[0] = 0;
  ((struct large *)a)->far = 1;
  return 0;
}
