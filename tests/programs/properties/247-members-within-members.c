// EXPECT(ILP32): false by flow:value cpu=10; false by flow:bmc cpu=10
// PROPERTY: undefined-behaviour
// Each member is near. Together they lie in the next object, of a site whose objects nearly fill their places.
void *malloc(unsigned);
struct a { char before[500]; char last; };
struct b { char before[500]; struct a m; };
struct c { char before[500]; struct b m; };
struct d { char before[500]; struct c m; };
struct e { char before[500]; struct d m; };
struct f { char before[500]; struct e m; };
struct g { char before[500]; struct f m; };
struct h { char before[500]; struct g m; };
struct i { char before[500]; struct h m; };
struct j { char before[500]; struct i m; };
static char *made(void) { return malloc(61439); }

int main(void)
{
  char *one = made(), *other = made(), *p = one + 61438;
  *p = *other = 0;
  ((struct j *)p)->m.m.m.m.m.m.m.m.m.last = 1;
  return 0;
}
