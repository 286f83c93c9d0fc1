// EXPECT: false by flow:cmc, flow:bmc because 1 object allocated at line 6 is never freed
// PROPERTY: memory-cleanup
void *malloc(unsigned long);
void free(void *);
int *kept;
int main(void) { kept = malloc(4); return 0; }
