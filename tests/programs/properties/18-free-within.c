// EXPECT: false by flow:cmc, flow:bmc because at line 6: free of what is not the start
// PROPERTY: valid-free
void *malloc(unsigned long);
void free(void *);
int main(void) {
  char *p = malloc(2); free(p + 1);
  return 0;
}
