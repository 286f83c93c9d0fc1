// EXPECT(ILP32): false by flow:value cpu=10 because pointer arithmetic; false by flow:bmc cpu=10 because pointer arithmetic
// PROPERTY: undefined-behaviour
// Each step is short. Together they end where the other object begins.
void *malloc(unsigned);
static char *made(void) { return malloc(10); }

int main(void)
{
  char *a = made(), *b = made(), *p = a;
  a[0] = b[0] = 0;
  for (int i = 0; i < 16; i++) p += 4096;
  *p = 1;
  return 0;
}
