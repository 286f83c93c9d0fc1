// EXPECT: true by flow:cmc, flow:bmc
// PROPERTY: memory-safety
void *malloc(unsigned long);
void free(void *);
int *kept;
int main(void) { kept = malloc(4); return 0; }
