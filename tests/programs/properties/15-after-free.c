// EXPECT: false by flow:cmc, flow:bmc because at line 9: read of
// PROPERTY: memory-safety
void *malloc(unsigned long);
void free(void *);
int main(void) {
  int *p = malloc(4);
  *p = 1;
  free(p);
  return *p;
}
