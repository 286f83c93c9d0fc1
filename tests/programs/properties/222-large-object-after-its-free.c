// EXPECT(ILP32): false by flow:bmc cpu=10 because points to no object
// PROPERTY: memory-safety
void *malloc(unsigned);
void free(void *);

int main(void)
{
  char *p = malloc(200000);
  if (!p) return 0;
  char *within = p + 170000;
  *within = 1;
  free(p);
  return *within;
}
