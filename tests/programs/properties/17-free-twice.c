// EXPECT: false by flow:cmc, flow:bmc because at line 8: free of what is not the start
// PROPERTY: memory-safety
void *malloc(unsigned long);
void free(void *);
int main(void) {
  char *p = malloc(2);
  free(p);
  free(p);
  return 0;
}
