// EXPECT(ILP32): false by flow:value cpu=10 because pointer arithmetic; false by flow:bmc cpu=10 because pointer arithmetic
// PROPERTY: undefined-behaviour
// Addresses of members that are never accessed, and arrays that are members.
void *malloc(unsigned);
struct large { char before[400]; char inner[8000]; };
static char *made(void) { return malloc(10); }

int main(void)
{
  char *a = made(), *b = made(), *p = a;
  a[0] = b[0] = 0;
  for (int i = 0; i < 160; i++) p = ((struct large *)p)->inner;
  p = &((struct large *)p)->inner[1136];
  *p = 1;
  return 0;
}
