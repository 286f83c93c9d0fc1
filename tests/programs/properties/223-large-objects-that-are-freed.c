// EXPECT(ILP32): true by flow:bmc cpu=10, flow:value cpu=10
// PROPERTY: memory-safety
void *malloc(unsigned);
void free(void *);

int main(void)
{
  char *p = malloc(100000), *r = malloc(200000);
  if (!p || !r) return 0;
  p[99999] = 1;
  r[199999] = p[99999];
  free(p);
  char c = r[199999];
  r[70000] = c;
  free(r);
  free(0);
  char *s = malloc(10);
  if (!s) return 1;
  s[9] = 2;
  free(s);
  return c;
}
