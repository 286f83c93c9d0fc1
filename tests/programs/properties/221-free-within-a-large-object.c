// EXPECT(ILP32): false by flow:bmc cpu=10 because free of what is not the start
// PROPERTY: memory-safety
void *malloc(unsigned);
void free(void *);

int main(void)
{
  char *p = malloc(100000);
  if (!p) return 0;
  char *within = p + 65536;
  free(within);
  return 0;
}
